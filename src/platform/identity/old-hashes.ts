// Password hashes of other systems: bcrypt, argon2id of other costs, and phpass. They are verified at a log-
// in and then replaced by one of the shop's own.
import { hash, timingSafeEqual } from 'node:crypto';

const bcryptForm = /^\$2[aby]\$(\d\d)\$[./0-9A-Za-z]{53}$/;
const argon2Form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$[+/0-9A-Za-z]{11,86}\$[+/0-9A-Za-z]{22,86}$/;
const phpassForm = /^\$[PH]\$([./0-9A-Za-z])[./0-9A-Za-z]{30}$/;
/** In the order of their values. */
const digits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// A log-in must not take a second of processor time, whoever wrote the file.
const MAX_BCRYPT_COST = 14;
const MAX_ARGON2 = { memory: 262_144, passes: 10, lanes: 16 };
const MAX_PHPASS_COST = 16;

/** Why a hash cannot be brought over; undefined if it can. */
export function findHashError(stored: string): string | undefined {
  const isTooSlow = 'Checking this hash takes too long. Leave it empty: the client chooses a new password.';
  const [, cost] = bcryptForm.exec(stored) ?? [];
  if (cost !== undefined) return Number(cost) >= 4 && Number(cost) <= MAX_BCRYPT_COST ? undefined : isTooSlow;
  const [, memory, passes, lanes] = argon2Form.exec(stored)?.map(Number) ?? [];
  if (memory !== undefined && passes !== undefined && lanes !== undefined)
    return memory <= MAX_ARGON2.memory && passes <= MAX_ARGON2.passes && lanes <= MAX_ARGON2.lanes ? undefined : isTooSlow;
  const [, digit] = phpassForm.exec(stored) ?? [];
  if (digit !== undefined) return digits.indexOf(digit) <= MAX_PHPASS_COST ? undefined : isTooSlow;
  return 'Use a hash of bcrypt ($2a$, $2b$, $2y$), argon2 ($argon2id$) or phpass ($P$), or leave it empty.';
}

/** Whether the password has a hash of bcrypt or phpass; undefined for any other hash. */
export async function isOldPassword(password: string, stored: string): Promise<boolean | undefined> {
  if (bcryptForm.test(stored)) return (await import('bcryptjs')).compare(password, stored);
  return phpassForm.test(stored) ? isPhpass(password, stored) : undefined;
}

const hashMd5 = (bytes: Buffer): Buffer => hash('md5', bytes, 'buffer');

/** The portable hash of phpass, which WordPress and its kin used: many rounds of MD5. */
function isPhpass(password: string, stored: string): boolean {
  const typed = Buffer.from(password);
  let sum = hashMd5(Buffer.concat([Buffer.from(stored.slice(4, 12)), typed]));
  for (let left = 2 ** digits.indexOf(stored[3] ?? ''); left > 0; left--) sum = hashMd5(Buffer.concat([sum, typed]));
  return timingSafeEqual(Buffer.from(encode(sum)), Buffer.from(stored.slice(12)));
}

/** Three bytes are four digits, the lowest first. */
function encode(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const part = bytes.subarray(at, at + 3);
    const value = (part[0] ?? 0) | ((part[1] ?? 0) << 8) | ((part[2] ?? 0) << 16);
    for (let digit = 0; digit <= part.length; digit++) text += digits[(value >> (6 * digit)) & 63];
  }
  return text;
}
