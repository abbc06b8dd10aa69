// Estimates how long a password takes to guess. Repeats and sequences count little, the user's own name not
// at all.
// Advice only; the server rejects common passwords. Pure.
export type Strength = 'short' | 'weak' | 'fair' | 'strong';

const MIN_CHARS = 8;
const FAIR_WEIGHT = 9;
const STRONG_WEIGHT = 14;

/** `own`: the user's names and addresses. */
export function measureStrength(password: string, own: readonly string[]): Strength {
  if ([...password].length < MIN_CHARS) return 'short';
  const weight = weigh(withoutOwn(password.normalize('NFKC').toLowerCase(), own));
  if (weight < FAIR_WEIGHT) return 'weak';
  return weight < STRONG_WEIGHT ? 'fair' : 'strong';
}

function withoutOwn(text: string, own: readonly string[]): string {
  const names = own.flatMap((each) => each.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((each) => each.length >= 3);
  return names.reduce((rest, name) => rest.replaceAll(name, ''), text);
}

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop'];

/**
 * A character counts one; a repeated one two thirds; one next to its predecessor in the alphabet or on the
 * keyboard a third.
 */
function weigh(text: string): number {
  const letters = [...text];
  const seen = new Set<string>();
  let thirds = 0;
  for (const [index, letter] of letters.entries()) {
    thirds += isNextLetter(letters[index - 1], letter) ? 1 : seen.has(letter) ? 2 : 3;
    seen.add(letter);
  }
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(text)).length;
  return thirds / 3 + (kinds - 1);
}

function isNextLetter(before: string | undefined, letter: string): boolean {
  if (before === undefined) return false;
  const step = (letter.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  return Math.abs(step) <= 1 || rows.some((row) => row.includes(before + letter) || row.includes(letter + before));
}
