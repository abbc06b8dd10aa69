// Detects a lost database connection. Imports nothing, because start-up uses it.

/**
 * Codes of PostgreSQL and the system (53300: too many connections), and the messages of pg for a closed
 * connection.
 */
const lostCodes = /^(08|53300$|57P0|EPIPE$|ECONNRESET$|ECONNREFUSED$)/;
const lostWords = /^(Connection terminated|Client has encountered a connection error)/;

export function isLostConnection(error: unknown): boolean {
  const { code = '', message = '', cause } = (error ?? {}) as { code?: unknown; message?: string; cause?: unknown };
  return lostCodes.test(String(code)) || lostWords.test(message) || (cause !== undefined && isLostConnection(cause));
}

export const LOST_AT_START = 'The connection to the database was lost while the shop was starting. Start it again.';
