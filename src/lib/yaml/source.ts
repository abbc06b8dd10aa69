// What an owner's file or a stored value says, or its errors. A start reads stored values and does not load
// the parser of files, which is in parse.ts.

export type ErrorValues = Readonly<Record<string, string | number>>;
export type SourceError = {
  readonly file: string;
  readonly line: number;
  /** Path of the value: "offers.0.prices.EUR". Absent if the error is about no value. */
  readonly path?: string;
  /** What is wrong: a code of a shape, or of a table of reasons. */
  readonly code: string;
  readonly values: ErrorValues;
  /** The same in English, for files. A form has a sentence of its own for most codes. */
  readonly reason: string;
};

/** A file that was read, or a stored value: its shape is not checked yet. */
export type Source = {
  /** As errors name it: "shop/tax.yaml". */
  readonly file: string;
  readonly value: unknown;
  /** Absent from a stored value. */
  readonly text?: string;
  /** Of a missing value, the line of what it is missing from. A stored value has no lines, so it is 1. */
  findLine(path: readonly PropertyKey[]): number;
  /** Line at which the Markdown begins. */
  readonly markdownLine: number;
  /** Why it cannot be read at all. */
  readonly errors: readonly SourceError[];
};
/** By the names of their files in the folder of the shop. */
export type Sources = ReadonlyMap<string, Source>;

export const createSource = (file: string, value: unknown): Source => ({ file, value, findLine: () => 1, markdownLine: 1, errors: [] });

const getObject = ({ value }: Source): object => (typeof value === 'object' && value !== null ? value : {});

/** What stands below the head of a Markdown file. */
export function getMarkdown(source: Source): string {
  const { markdown } = getObject(source) as { readonly markdown?: unknown };
  return typeof markdown === 'string' ? markdown : '';
}

/** Whether something stands above the Markdown. */
export const hasHead = (source: Source): boolean =>
  source.errors.length > 0 || Object.keys(getObject(source)).some((key) => key !== 'markdown');

/** What files say about each code. */
export type Reasons = Readonly<Record<string, (values: ErrorValues) => string>>;

/** Makes the errors of one file. */
export const createErrorBuilder =
  <R extends Reasons>(reasons: R, file: string, findLine: Parsed<unknown>['findLine']) =>
  (at: readonly PropertyKey[], code: keyof R & string, values: ErrorValues = {}): SourceError => {
    const path = at.map(String).join('.');
    return { file, line: findLine(at), path, code, values, reason: `${path}: ${reasons[code]?.(values)}` };
  };

/** The same about a line of a text, or about a file. */
export const createLineErrorBuilder =
  <R extends Reasons>(reasons: R, file: string) =>
  (code: keyof R & string, values: ErrorValues = {}, place: Partial<Pick<SourceError, 'line' | 'path'>> = {}): SourceError => ({
    file,
    line: 1,
    ...place,
    code,
    values,
    reason: reasons[code]?.(values) ?? code,
  });

export type Parsed<T> = { readonly value: T; findLine(path: readonly PropertyKey[]): number };

export const formatSourceError = ({ file, line, reason }: SourceError): string => `${file}:${line}: ${reason}`;

export const isSourceErrors = (outcome: object): outcome is readonly SourceError[] => Array.isArray(outcome);
