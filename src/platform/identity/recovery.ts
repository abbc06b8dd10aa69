// Requests to reset a forgotten password. A job looks up the email address, so that the response takes the
// same time whether the account exists or not.
import { normalizeEmail } from '#lib/people/email.ts';
import { type DbClient, transaction } from '../database/database.ts';
import { getAddressKey, takePoints } from '../limits/limits.ts';
import type { Identity } from './identity.ts';

type Recovery = {
  readonly email: string;
  readonly address: string;
  /** Adds the job. */
  store(tx: DbClient): Promise<void>;
};

export async function requestRecovery({ ctx, limits }: Identity, { email, address, store }: Recovery): Promise<void> {
  await takePoints(ctx, [
    { limit: limits.recoveryAddress, of: getAddressKey(address) },
    { limit: limits.recoveryEmail, of: normalizeEmail(email) },
  ]);
  await transaction(ctx.db, store);
}
