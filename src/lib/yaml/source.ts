// What an owner's YAML file says, or its errors. A start that finds its files parsed does not load the
// parser, which is in parse.ts.

export type ErrorValues = Readonly<Record<string, string | number>>;
export type SourceError = {
  readonly file: string;
  readonly line: number;
  /** In English, for files. A form has a sentence of its own for the code. */
  readonly reason: string;
  /** Path of the value: "offers.0.prices.EUR". Absent if the error is about no value. */
  readonly path?: string;
  /** What is wrong: a code of a shape, or of a table of reasons. Absent if the file is no YAML. */
  readonly code?: string;
  readonly values?: ErrorValues;
};

/** What files say about each code. */
export type Reasons = Readonly<Record<string, (values: ErrorValues) => string>>;

/** Makes the errors of one file. */
export const createErrorBuilder =
  <R extends Reasons>(reasons: R, file: string, findLine: Parsed<unknown>['findLine']) =>
  (at: readonly PropertyKey[], code: keyof R & string, values: ErrorValues = {}): SourceError => {
    const path = at.map(String).join('.');
    return { file, line: findLine(at), path, code, values, reason: `${path}: ${reasons[code]?.(values)}` };
  };

export type Parsed<T> = { readonly value: T; findLine(path: readonly PropertyKey[]): number };

export const formatSourceError = ({ file, line, reason }: SourceError): string => `${file}:${line}: ${reason}`;

export const isSourceErrors = (outcome: object): outcome is readonly SourceError[] => Array.isArray(outcome);

// The modules of the owner's texts still use these names.
export type SourceFault = SourceError;
export const isFaults = (outcome: object): outcome is readonly SourceError[] => isSourceErrors(outcome);
export const faultLine = (error: SourceError): string => formatSourceError(error);
