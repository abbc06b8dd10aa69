// The cookie that a browser gets with its first log-in to an account. It only buys that browser its own allowance of tries and spares its owner a mail;
// it opens nothing.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../infra/secrets.ts';
import { DEVICE_DAYS } from './rules.ts';

const DAY_MS = 86_400_000;

export type Devices = {
  cookie(accountId: string, now: Date, secure: boolean): string;
  /** Whether this browser was logged in to this account before. */
  isKnown(cookie: string | undefined, accountId: string, now: Date): boolean;
};

export function openDevices(secrets: Secrets): Devices {
  const keys = secrets.derive('devices');
  const signature = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  return {
    cookie(accountId, now, secure) {
      const text = `${accountId}.${now.getTime() + DEVICE_DAYS * DAY_MS}`;
      const value = `${text}.${signature(keys[0].bytes, text).toString('base64url')}`;
      return `device=${value}; Max-Age=${DEVICE_DAYS * 86_400}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
    },
    isKnown(cookie, accountId, now) {
      const [id = '', over = '', signed = ''] = cookie?.split('.') ?? [];
      const given = Buffer.from(signed, 'base64url');
      const isOurs = keys.some(({ bytes }) => {
        const expected = signature(bytes, `${id}.${over}`);
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
      return isOurs && id === accountId && now.getTime() < Number(over);
    },
  };
}
