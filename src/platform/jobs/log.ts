// Turns an error into one log line without personal data.
import { withoutAddresses } from '../logging/log.ts';

const CAUSE_CHARS = 300;

/** The error as one line, with email addresses removed. */
export function causeLine(thrown: unknown): string {
  // Drizzle wraps the database's error.
  const cause = thrown instanceof Error && 'query' in thrown && thrown.cause ? thrown.cause : thrown;
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  const line = message.split(/[\r\n]/).find((part) => part.trim() !== '') ?? 'no reason given';
  return withoutAddresses(line.trim()).slice(0, CAUSE_CHARS);
}
