// What may be said of a failure in a log, and at the desk.
import { withoutAddresses } from '../logging/log.ts';

const CAUSE_CHARS = 300;

/** One line that says why, without the address of a person in it. */
export function causeLine(thrown: unknown): string {
  // Drizzle puts the statement around what the database has said.
  const cause = thrown instanceof Error && 'query' in thrown && thrown.cause ? thrown.cause : thrown;
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  const line = message.split(/[\r\n]/).find((part) => part.trim() !== '') ?? 'no reason given';
  return withoutAddresses(line.trim()).slice(0, CAUSE_CHARS);
}
