// How a delivery was made: what the operator says, against what the service promises, and in words to
// publish.

import { builtInLocales, getLanguage, type Locale } from '#lib/locale.ts';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { MadePromise } from '#modules/catalogue/shapes.ts';
import type { HowMade } from '#modules/orders/shapes.ts';
import { translate } from '#platform/i18n.ts';
import type { Deliver } from '../desk/shapes.ts';
import { PROGRAM } from '../rules.ts';

const messages = {
  ask: /*i18n*/ {
    id: 'howMade.ask',
    message: 'This service is promised as made by people, and a program drafted this text ({tools}). Say how it was made.',
  },
  tools: /*i18n*/ { id: 'howMade.tools', message: 'Name what it was made with.' },
  noneGenerated: /*i18n*/ { id: 'howMade.noneGenerated', message: 'The shop promises no generated text. Have a person write it.' },
  beyond: /*i18n*/ { id: 'howMade.beyond', message: 'It was promised as made by people.' },
  person: /*i18n*/ { id: 'howMade.person', message: 'Made by people.' },
  assisted: /*i18n*/ { id: 'howMade.assisted', message: 'Made with the help of {tools}, and reviewed by a person.' },
  reviewed: /*i18n*/ { id: 'howMade.reviewed', message: 'Generated with {tools}, and reviewed by a person.' },
  generated: /*i18n*/ { id: 'howMade.generated', message: 'Generated with {tools}.' },
  reviewer: /*i18n*/ { id: 'howMade.reviewer', message: '{sentence} Reviewer: {name}, {day}.' },
} as const satisfies Record<string, Message>;

type Draft = { readonly text: string; readonly help: readonly string[] };
type DeliveredDraft = {
  readonly draft: Draft;
  readonly promised: MadePromise | undefined;
  /** The owner's promise for the whole shop. */
  readonly noGeneratedText: boolean;
  readonly by: Operator;
  readonly now: Date;
};

/** Throws a user error while the operator has to say it, or if the shop promises otherwise. */
export function decideHowMade(answer: Deliver['howMade'], { draft, promised, noGeneratedText, by, now }: DeliveredDraft): HowMade {
  const { help } = draft;
  // What a program delivers are reports of checks: no text is written.
  if (by.id === PROGRAM) return { kind: 'generated', tools: [...help], reviewedBy: null, reviewedAt: null };
  const isDrafted = help.length > 0;
  if (!answer && isDrafted && promised?.kind === 'person')
    throw new UserError(400, { howMade: [{ ...messages.ask, values: { tools: help.join(', ') } }] });
  const { kind, tools } = answer ?? { kind: isDrafted ? ('assisted' as const) : ('person' as const), tools: [...help] };
  if (kind !== 'person' && tools.length === 0) throw new UserError(400, { 'howMade.tools': [messages.tools] });
  if (noGeneratedText && kind !== 'person' && draft.text.trim() !== '') throw new UserError(400, { howMade: [messages.noneGenerated] });
  return { kind, tools: kind === 'person' ? [] : [...tools], reviewedBy: by.name, reviewedAt: now.toISOString() };
}

/** Less than what was promised needs a reason. */
export const findPromiseConcern = ({ kind }: HowMade, promised: MadePromise | undefined): Message[] =>
  promised?.kind === 'person' && kind !== 'person' ? [messages.beyond] : [];

/** To publish with it. */
function describeHowMade({ kind, tools, reviewedBy }: HowMade, locale: Locale): string {
  const message = kind === 'generated' ? (reviewedBy === null ? messages.generated : messages.reviewed) : messages[kind];
  return translate({ ...message, values: { tools: tools.join(', ') } }, locale);
}

/** The last line of a document. */
export function closeWithHowMade(howMade: HowMade, locale: Locale): string {
  const sentence = describeHowMade(howMade, locale);
  const { reviewedBy: name, reviewedAt } = howMade;
  return name && reviewedAt
    ? translate({ ...messages.reviewer, values: { sentence, name, day: reviewedAt.slice(0, 10) } }, locale)
    : sentence;
}

/** In the languages that every shop has. */
export const listPublishedLabels = (howMade: HowMade | null): { locale: string; language: string; text: string }[] =>
  howMade ? builtInLocales.map((locale) => ({ locale, language: getLanguage(locale).html, text: describeHowMade(howMade, locale) })) : [];
