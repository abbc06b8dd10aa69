// The list of common passwords. It is long, so it is loaded when a user first chooses a password.
import { normalizePassword } from '#lib/people/password.ts';

let list: Promise<ReadonlySet<string>> | undefined;

export async function isCommon(password: string): Promise<boolean> {
  list ??= load();
  const plain = normalizePassword(password).toLowerCase();
  // "password2026!" is as easy to guess as "password".
  const bare = plain.replace(/[^\p{L}]+$/u, '');
  const common = await list;
  return common.has(plain) || (bare.length >= MIN_COMMON_CHARS && bare.length < plain.length && common.has(bare)) || isOneLetter(plain);
}

const MIN_COMMON_CHARS = 4;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set<string>(dictionary['passwords-common']);
}

const isOneLetter = (text: string): boolean => new Set(text).size < 3;
