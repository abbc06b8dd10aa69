// System calls whose failure is an ordinary answer.
import { readFileSync } from 'node:fs';

/** Whether the call succeeded; false if it failed with one of these codes. */
export function doesSucceed(call: () => void, ...codes: readonly string[]): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}

/** Undefined if the file cannot be read. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
