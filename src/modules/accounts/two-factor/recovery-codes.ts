// Recovery codes, as their owner knows them: each counts once, in place of a code from the app. Shown when they are made, and kept like passwords.
import { randomBytes } from 'node:crypto';
import { hashWithSalt } from '../../../infra/identity/passwords.ts';
import { SPARE_CODE_CHARS, SPARE_CODE_LETTERS } from '../rules.ts';

const CODES = 10;

/** What is shown, and what is kept of it. */
export async function newSpareCodes(accountId: string): Promise<{ codes: string[]; codeHashes: Buffer[] }> {
  const plain = Array.from({ length: CODES }, newSpareCode);
  const codeHashes = await Promise.all(plain.map((code) => hashSpareCode(code, accountId)));
  return { codes: plain.map(inHalves), codeHashes };
}

/** The account's id is the salt: random, and the same for all codes of the account, so that one that is given can be looked for. */
export const hashSpareCode = (code: string, accountId: string): Promise<Buffer> =>
  hashWithSalt(code, Buffer.from(accountId.replaceAll('-', ''), 'hex'));

/** There are 32 letters, so every byte gives one of them as likely as another. */
const newSpareCode = (): string =>
  Array.from(randomBytes(SPARE_CODE_CHARS), (byte) => SPARE_CODE_LETTERS[byte % SPARE_CODE_LETTERS.length]).join('');

const inHalves = (code: string): string => `${code.slice(0, SPARE_CODE_CHARS / 2)}-${code.slice(SPARE_CODE_CHARS / 2)}`;
