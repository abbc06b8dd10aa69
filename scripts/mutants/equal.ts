// Mutants that no test can notice, because the code does the same, and those that are not worth a test. Each has its reason. npm run mutants reports rows that are no
// longer needed.

export type EqualMutant = {
  readonly file: string;
  /** Part of the line on which the change begins. */
  readonly line: string;
  /** What is changed, and into what; each change of the line if absent. */
  readonly from?: string;
  readonly to?: string;
  readonly why: string;
};

export const equalMutants: readonly EqualMutant[] = [];
