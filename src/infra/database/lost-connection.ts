// Whether a fault is a connection to the database that was lost: the database is all right perhaps, and the way to it is not. Loads nothing, because a start asks it.

/** As PostgreSQL and the system call it (53300: it has none left for us), and what pg says of one that it knows to be lost. */
const lostCodes = /^(08|53300$|57P0|EPIPE$|ECONNRESET$|ECONNREFUSED$)/;
const lostWords = /^(Connection terminated|Client has encountered a connection error)/;

export function isLostConnection(fault: unknown): boolean {
  const { code = '', message = '', cause } = (fault ?? {}) as { code?: unknown; message?: string; cause?: unknown };
  return lostCodes.test(String(code)) || lostWords.test(message) || (cause !== undefined && isLostConnection(cause));
}
