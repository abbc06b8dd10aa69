// Recovery codes: one-time replacements for the app's code. Shown once, stored as hashes.
import { randomBytes } from 'node:crypto';
import { hashWithSalt } from './passwords.ts';
import { SPARE_CODE_CHARS, SPARE_CODE_LETTERS } from './rules.ts';

const CODES = 10;

/** Returns the codes to show and the hashes to store. */
export async function createSpareCodes(accountId: string): Promise<{ codes: string[]; codeHashes: Buffer[] }> {
  const plain = Array.from({ length: CODES }, createSpareCode);
  const codeHashes = await Promise.all(plain.map((code) => hashSpareCode(code, accountId)));
  return { codes: plain.map(splitInHalves), codeHashes };
}

/** The account id is the salt: the same for all its codes, so that a code can be looked up by hash. */
export const hashSpareCode = (code: string, accountId: string): Promise<Buffer> =>
  hashWithSalt(code, Buffer.from(accountId.replaceAll('-', ''), 'hex'));

/** 32 letters divide 256, so the modulo is unbiased. */
const createSpareCode = (): string =>
  Array.from(randomBytes(SPARE_CODE_CHARS), (byte) => SPARE_CODE_LETTERS[byte % SPARE_CODE_LETTERS.length]).join('');

const splitInHalves = (code: string): string => `${code.slice(0, SPARE_CODE_CHARS / 2)}-${code.slice(SPARE_CODE_CHARS / 2)}`;
