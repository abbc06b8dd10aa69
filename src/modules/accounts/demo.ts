// Creates the demo customer. Never in production, because its password is public.

import { normalizeEmail } from '#lib/people/email.ts';
import { transaction } from '#platform/database/database.ts';
import { hashPassword } from '#platform/identity/passwords.ts';
import type { AccountsDeps } from './deps.ts';
import * as queries from './queries.ts';

export type Demo = { readonly email: string; readonly password: string };

const demo: Demo = { email: 'demo@fanfare.example', password: 'looking around' };
const address = { country: 'NO', city: 'Sampletown', address: '1 Sample Street', zipCode: '0000' } as const;

/** Created once; later changes to the account stay. */
export async function makeDemo({ ctx: { config, db, clock }, privacyVersion }: AccountsDeps): Promise<Demo | undefined> {
  if (config.production) return undefined;
  if (await queries.findByEmail(db.orm, normalizeEmail(demo.email))) return demo;
  const now = clock.now();
  const person = {
    ...address,
    firstName: 'Demo',
    lastName: 'Customer',
    email: demo.email,
    emailKey: normalizeEmail(demo.email),
    locale: 'en',
  } as const;
  const agreed = { agreedVersion: privacyVersion(), agreedAt: now };
  const passwordHash = await hashPassword(demo.password);
  await transaction(db, (tx) => queries.insertAccount(tx, { ...person, ...agreed, passwordHash, createdAt: now, emailVerifiedAt: now }));
  return demo;
}
