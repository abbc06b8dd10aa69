// Changes of a team: under the lock of the account, by its owner, and announced to what depends on it.
import { normalizeEmail } from '#lib/people/email.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import type { AccountsDeps } from '../deps.ts';
import { lockAccount } from '../email/queries.ts';
import * as queries from './queries.ts';
import type { Role } from './rules.ts';

const messages = {
  ownerStays: /*i18n*/ { id: 'team.ownerStays', message: 'The owner can’t be changed or removed. Hand the account over first.' },
} as const satisfies Record<string, Message>;

/** Runs under the account's lock, if the caller still owns it. */
export const changeTeam = <T>(
  { ctx }: AccountsDeps,
  { accountId, personId }: Caller,
  run: (tx: DbClient, owner: NonNullable<Awaited<ReturnType<typeof lockAccount>>>) => Promise<T>,
): Promise<T> =>
  transaction(ctx.db, async (tx) => {
    const locked = await lockAccount(tx, accountId);
    if (!locked || (await queries.findOwner(tx, accountId)) !== personId) throw new UserError(403);
    return run(tx, locked);
  });

/** The role of a member who is not the owner. */
export async function requireMember(tx: DbClient, accountId: string, personId: string): Promise<Role> {
  if ((await queries.findOwner(tx, accountId)) === personId) throw new UserError(400, { '': [messages.ownerStays] });
  const role = await queries.findRole(tx, accountId, personId);
  if (role === undefined || role === 'none') throw new UserError(404);
  return role;
}

/** Links that decide for the account end, because a member who may not do so any more may know them. */
export async function announceChange({ ctx, reactions }: AccountsDeps, tx: DbClient, accountId: string): Promise<void> {
  for (const react of reactions['accounts.teamChanged']) await react(tx, accountId, ctx.clock.now());
  logSecurity(ctx.log, 'security.team.changed', { account: accountId });
}

type Named = { readonly id: string; readonly firstName: string; readonly lastName: string; readonly email: string };

/** By its company, else by the person who registered it. */
export async function nameAccounts(
  { companies }: Pick<AccountsDeps, 'companies'>,
  from: DbClient,
  accounts: readonly Named[],
): Promise<ReadonlyMap<string, string>> {
  const found = await companies(
    from,
    accounts.map(({ id }) => id),
  );
  return new Map(accounts.map(({ id, email, ...names }) => [id, found.get(id) || formatPersonName(names) || email]));
}

export const hasAddress = (person: { readonly email: string }, email: string): boolean =>
  normalizeEmail(person.email) === normalizeEmail(email);
