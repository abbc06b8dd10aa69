// Signs and verifies texts by HMAC. A timestamped signature also limits replay.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DerivedKey } from '../config/secrets.ts';

/**
 * The purpose is part of the signed text, so a signature for one purpose is invalid for another. Purposes
 * contain no line break.
 */
export type Signer = {
  sign(use: string, text: string | Buffer): string;
  isSigned(use: string, text: string | Buffer, signature: string): boolean;
  /** "t=1778578200,v1=…", sent beside the text. */
  stamp(use: string, text: string | Buffer, now: Date): string;
  isStamped(use: string, text: string | Buffer, stamp: unknown, now: Date): boolean;
  /** Why verification failed: wrong signature, or expired. */
  findStampError(use: string, text: string | Buffer, stamp: unknown, now: Date): 'signature' | 'old' | undefined;
};

/** In both directions, because either clock may be slow. */
const STAMP_SECONDS = 5 * 60;

const stampShape = /^t=(\d{10}),v1=([\w-]{43})$/;

/** Signs with the newest key, and verifies with all. */
export function signer(keys: readonly [newest: DerivedKey, ...older: DerivedKey[]]): Signer {
  const signature = ({ bytes }: DerivedKey, use: string, text: string | Buffer) =>
    createHmac('sha256', bytes).update(`${use}\n`).update(text).digest();
  const sign: Signer['sign'] = (use, text) => signature(keys[0], use, text).toString('base64url');
  const isSigned: Signer['isSigned'] = (use, text, sent) => {
    const sentHash = Buffer.from(sent, 'base64url');
    // Several base64url strings decode to the same bytes; only the canonical one is accepted.
    if (sentHash.toString('base64url') !== sent) return false;
    return keys.some((key) => {
      const expected = signature(key, use, text);
      return expected.length === sentHash.length && timingSafeEqual(expected, sentHash);
    });
  };
  const findStampError: Signer['findStampError'] = (use, text, stamp, now) => {
    const [, seconds = '', signature = ''] = (typeof stamp === 'string' && stampShape.exec(stamp)) || [];
    if (!isSigned(`${use} ${seconds}`, text, signature)) return 'signature';
    return Math.abs(now.getTime() / 1_000 - Number(seconds)) <= STAMP_SECONDS ? undefined : 'old';
  };
  return {
    sign,
    isSigned,
    findStampError,
    stamp(use, text, now) {
      const seconds = Math.floor(now.getTime() / 1_000);
      return `t=${seconds},v1=${sign(`${use} ${seconds}`, text)}`;
    },
    isStamped: (use, text, stamp, now) => findStampError(use, text, stamp, now) === undefined,
  };
}
