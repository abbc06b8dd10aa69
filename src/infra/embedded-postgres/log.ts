type Say = (fields: object, message: string) => void;

/** What the supervisor needs of a log; pino has it, and so has a test's array. */
export type Log = { readonly info: Say; readonly warn: Say; readonly error: Say };
