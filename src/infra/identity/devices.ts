// The cookie of a browser that was logged in before. It buys that browser its own allowance of tries, which strangers cannot use up; it opens nothing.
// It is signed over the password's hash too, so a new password ends all of them.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DerivedKey } from '../config/secrets.ts';

const DEVICE_DAYS = 180;
const DAY_MS = 86_400_000;

/** Exactly three parts in their one spelling: a uuid, milliseconds, and 32 bytes as base64url. */
const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{12})\.([\w-]{43})$/;

/** Whose the device is; without a password nobody was ever logged in. */
type Holder = { readonly id: string; readonly passwordHash: string | null };

export type Devices = {
  readonly cookieName: string;
  /** As the header that sets it. */
  cookie(holder: Holder, now: Date): string;
  /** What its tries would be counted by, as the cookie itself says: enough to refuse them, and no proof. */
  claimOf(cookie: string | undefined): string | undefined;
  /** What its tries are counted by; undefined where the browser is not known to be this holder's. */
  recognize(cookie: string | undefined, holder: Holder, now: Date): string | undefined;
};

type DeviceKeys = readonly [newest: DerivedKey, ...older: DerivedKey[]];

/** `name`: without its prefix. `secure`: sent over https only, and to this very host. */
export function openDevices(keys: DeviceKeys, { name, secure }: { readonly name: string; readonly secure: boolean }): Devices {
  const cookieName = secure ? `__Host-${name}` : name;
  const attributes = `Max-Age=${DEVICE_DAYS * 86_400}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const sign = ({ bytes }: DerivedKey, text: string, { passwordHash }: Holder) =>
    createHmac('sha256', bytes).update(`${text}\n${passwordHash}`).digest();
  return {
    cookieName,
    cookie(holder, now) {
      const text = `${holder.id}.${now.getTime() + DEVICE_DAYS * DAY_MS}`;
      return `${cookieName}=${text}.${sign(keys[0], text, holder).toString('base64url')}; ${attributes}`;
    },
    claimOf(cookie) {
      const [, id, , signature] = shape.exec(cookie ?? '') ?? [];
      return id && signature && `${id} ${signature}`;
    },
    recognize(cookie, holder, now) {
      const [, id, end = '', signature = ''] = shape.exec(cookie ?? '') ?? [];
      if (id !== holder.id || holder.passwordHash === null || now.getTime() >= Number(end)) return undefined;
      const given = Buffer.from(signature, 'base64url');
      // Several spellings stand for the same bytes; only one of them is ours.
      if (given.toString('base64url') !== signature) return undefined;
      const isOurs = keys.some((key) => timingSafeEqual(sign(key, `${id}.${end}`, holder), given));
      return isOurs ? `${id} ${signature}` : undefined;
    },
  };
}
