// An answer of a brief in words: an option by its label, a list by its items.
import type { DeskPiece } from '#modules/fulfilment/desk/shapes.ts';
import type { OfferWords } from '#modules/fulfilment/desk/shapes-offers.ts';

type BriefField = OfferWords['offers'][number]['fields'][number];

export function answerText(value: DeskPiece['brief'][string], field: BriefField | undefined): string {
  const label = (choice: unknown) => field?.options?.find((option) => option.value === choice)?.label ?? String(choice);
  // Their names are on the page of the piece.
  if (field?.kind === 'file' && Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'file' : 'files'}`;
  if (Array.isArray(value)) return value.map(label).join(field?.kind === 'urls' ? '\n' : ' · ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return label(value);
}

/**
 * In the order of the form; answers to questions that are no longer asked come last. The consent is no answer
 * to read.
 */
export function sortAnswers(answers: DeskPiece['brief'], fields: readonly BriefField[]): [string, DeskPiece['brief'][string]][] {
  const findPlace = (name: string): number => fields.findIndex((field) => field.name === name) + 1 || fields.length + 1;
  return Object.entries(answers)
    .filter(([name]) => name !== 'rightsConfirmed')
    .sort(([a], [b]) => findPlace(a) - findPlace(b));
}

/** For a question that is no longer asked: "founderStory" is "Founder story". */
export const formatQuestionName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (first) => first.toUpperCase());
