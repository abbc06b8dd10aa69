// What an owner's YAML file says, or its errors. A start that finds its files parsed does not load the
// parser, which is in parse.ts.

export type SourceFault = {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  /** Path of the value: "offers.0.prices.EUR". Absent if the error is about no value. */
  readonly path?: string;
};
export type Parsed<T> = { readonly value: T; findLine(path: readonly PropertyKey[]): number };

export const faultLine = ({ file, line, reason }: SourceFault): string => `${file}:${line}: ${reason}`;

export const isFaults = (outcome: object): outcome is readonly SourceFault[] => Array.isArray(outcome);
