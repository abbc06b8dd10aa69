// What the reader decides about each finding of a checked text: which suggestion to take, or to leave it.
// Pure.
import { type Correction, doOverlap } from '#lib/corrections.ts';

export type Suggested = { readonly from: number; readonly to: number; readonly replacements: readonly string[] };

/** By the place of the finding in the report: the place of the suggestion, or 'left'. */
export type Choice = number | 'left';
export type Choices = Readonly<Record<number, Choice>>;

export const isDecidable = ({ replacements }: Suggested): boolean => replacements.length > 0;

/** Undefined takes a decision back. Taking one passage gives up what overlaps it. */
export function setChoice(findings: readonly Suggested[], choices: Choices, index: number, choice: Choice | undefined): Choices {
  const own = findings[index];
  const isGivenUp = (other: number): boolean => {
    const finding = findings[other];
    return (
      typeof choice === 'number' &&
      typeof choices[other] === 'number' &&
      own !== undefined &&
      finding !== undefined &&
      doOverlap(own, finding)
    );
  };
  const kept = Object.entries(choices).filter(([other]) => Number(other) !== index && !isGivenUp(Number(other)));
  return Object.fromEntries(choice === undefined ? kept : [...kept, [index, choice]]);
}

/** The first suggestion of each finding that is not decided. */
export function takeAll(findings: readonly Suggested[], choices: Choices): Choices {
  const all: Record<number, Choice> = { ...choices };
  for (const [index, finding] of findings.entries()) {
    const isFree = findings.every((other, place) => typeof all[place] !== 'number' || !doOverlap(other, finding));
    if (isDecidable(finding) && all[index] === undefined && isFree) all[index] = 0;
  }
  return all;
}

export function listCorrections(findings: readonly Suggested[], choices: Choices): readonly Correction[] {
  return findings.flatMap(({ from, to, replacements }, index) => {
    const choice = choices[index];
    const replacement = typeof choice === 'number' ? replacements[choice] : undefined;
    return replacement === undefined ? [] : [{ from, to, replacement }];
  });
}

export const countDecided = (findings: readonly Suggested[], choices: Choices): number =>
  findings.filter((finding, index) => isDecidable(finding) && choices[index] !== undefined).length;

/** As the call takes it: "0-0,3-1". */
export const writeChoices = (choices: Choices): string =>
  Object.entries(choices)
    .flatMap(([index, choice]) => (choice === 'left' ? [] : [`${index}-${choice}`]))
    .join(',');

/** A draft may be of another report. */
export function readChoices(text: string | undefined, findings: readonly Suggested[]): Choices {
  const entries = (text ?? '').split(',').map((entry) => /^(\d+)-(\d+|left)$/.exec(entry));
  return Object.fromEntries(
    entries.flatMap((entry): [number, Choice][] => {
      const [index, choice] = [Number(entry?.[1]), entry?.[2] === 'left' ? ('left' as const) : Number(entry?.[2])];
      const { replacements = [] } = findings[index] ?? {};
      return choice === 'left'
        ? replacements.length > 0
          ? [[index, choice]]
          : []
        : replacements[choice] === undefined
          ? []
          : [[index, choice]];
    }),
  );
}

export const keepChoices = (choices: Choices): string =>
  Object.entries(choices)
    .map(([index, choice]) => `${index}-${choice}`)
    .join(',');
