// The client of an order by hand: an account that exists, or a new one that is invited to set a password.

import { fallbackLocale, type Locale } from '#lib/locale.ts';
import type { Billing } from '#lib/money/billing.ts';
import { normalizeEmail } from '#lib/people/email.ts';
import { UserError } from '#lib/user-error.ts';
import { mailReset } from '#modules/accounts/password/reset-password.ts';
import { findByEmail, findById } from '#modules/accounts/queries.ts';
import { hashRandomPassword, insertImported } from '#modules/accounts/queries-imported.ts';
import { saveDetails } from '#modules/invoicing/queries-details.ts';
import { findLastBilling } from '#modules/orders/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { validationMessages } from '#platform/http/validation-errors.ts';
import type { ClientRequest } from './shapes.ts';

export type Client = { readonly accountId: string; readonly locale: Locale; readonly billing: Billing };

/** A new client, without a look-up: hashing a password takes too long for a transaction. */
export type ClientDraft = ClientRequest & { readonly passwordHash: string };

export const prepareClient = async (request: ClientRequest): Promise<ClientDraft> => ({
  ...request,
  passwordHash: request.customerId === undefined ? await hashRandomPassword() : '',
});

export async function findOrCreateClient(tx: DbClient, draft: ClientDraft, now: Date): Promise<Client> {
  const { customerId, email } = draft;
  if (customerId === undefined && email === undefined) throw createMissingError('email');
  const found = await (customerId === undefined ? findByEmail(tx, normalizeEmail(email ?? '')) : findById(tx, customerId));
  if (!found) {
    if (email === undefined) throw new UserError(404);
    return createClient(tx, { ...draft, email }, now);
  }
  const { id: accountId, locale, firstName, lastName } = found;
  const known = await findLastBilling(tx, accountId);
  return { accountId, locale, billing: { firstName, lastName, ...(known?.country ? known : readAddress(draft)) } };
}

const readAddress = ({ country = '', city, address, zipCode }: ClientDraft) => ({ country, state: '', city, address, zipCode });

const createMissingError = (field: keyof ClientRequest): UserError =>
  new UserError(400, { [`client.${field}`]: [validationMessages.required] });

async function createClient(tx: DbClient, draft: ClientDraft & { readonly email: string }, now: Date): Promise<Client> {
  const { email, firstName, lastName, company, vatId, passwordHash } = draft;
  if (!firstName) throw createMissingError('firstName');
  if (!lastName) throw createMissingError('lastName');
  if (!draft.country) throw createMissingError('country');
  const locale = fallbackLocale;
  const created = await insertImported(tx, [{ email, firstName, lastName, locale }], { passwordHash, now });
  const accountId = created.get(normalizeEmail(email));
  // Registered since it was looked up.
  if (accountId === undefined) return findOrCreateClient(tx, draft, now);
  if (company || vatId) await saveDetails(tx, accountId, { company, vatId });
  await mailReset(tx, { email, locale, now });
  return { accountId, locale, billing: { firstName, lastName, ...readAddress(draft) } };
}
