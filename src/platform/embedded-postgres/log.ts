type Say = (fields: object, message: string) => void;

/** The subset of a logger that the supervisor needs; tests pass an array. */
export type SupervisorLog = { readonly info: Say; readonly warn: Say; readonly error: Say };
