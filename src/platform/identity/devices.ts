// The cookie of a browser that was logged in before. It gives that browser a rate limit of its own, which
// strangers cannot use up; it is no credential. Its signature includes the password hash, so a password
// change invalidates it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DerivedKey } from '../config/secrets.ts';

const DEVICE_DAYS = 180;
const DAY_MS = 86_400_000;

/** Exactly three parts in canonical form: a UUID, milliseconds, and 32 bytes as base64url. */
const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{12})\.([\w-]{43})$/;

/** The device's account. Without a password there was never a log-in. */
type Holder = { readonly id: string; readonly passwordHash: string | null };

export type Devices = {
  readonly cookieName: string;
  /** The Set-Cookie header. */
  cookie(holder: Holder, now: Date): string;
  /** Rate-limit key claimed by the cookie, not verified: sufficient to reject, not to trust. */
  parseClaim(cookie: string | undefined): string | undefined;
  /** Verified rate-limit key; undefined if the cookie is not valid for this account. */
  recognize(cookie: string | undefined, holder: Holder, now: Date): string | undefined;
};

type DeviceKeys = readonly [newest: DerivedKey, ...older: DerivedKey[]];

/** `name`: without its prefix. `secure`: only over https and only to this host. */
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
    parseClaim(cookie) {
      const [, id, , signature] = shape.exec(cookie ?? '') ?? [];
      return id && signature && `${id} ${signature}`;
    },
    recognize(cookie, holder, now) {
      const [, id, end = '', signature = ''] = shape.exec(cookie ?? '') ?? [];
      if (id !== holder.id || holder.passwordHash === null || now.getTime() >= Number(end)) return undefined;
      const sentSignature = Buffer.from(signature, 'base64url');
      // Several base64url strings decode to the same bytes; only the canonical one is accepted.
      if (sentSignature.toString('base64url') !== signature) return undefined;
      const isOurs = keys.some((key) => timingSafeEqual(sign(key, `${id}.${end}`, holder), sentSignature));
      return isOurs ? `${id} ${signature}` : undefined;
    },
  };
}
