// Log-in with a password. Every failure returns the same error, which does not tell whether the account
// exists. The number of attempts is limited.
import { normalizeEmail } from '#lib/people/email.ts';
import { clearPoints, getAddressKey, type Take, takePoints } from '../limits/limits.ts';
import { hashEmail, logFailedLogIn } from '../logging/security-log.ts';
import { createLogInError } from './errors.ts';
import type { Entry, Identity, Person } from './identity.ts';
import { queueLogIn } from './log-in-queue.ts';
import { hashPassword, isForeignHash, isPassword } from './passwords.ts';
import { renewPasswordHash } from './queries.ts';
import { verifySecondFactor } from './second-factor.ts';

/** `device`: the cookie of a browser that was logged in before. */
type Visitor = { readonly address: string; readonly device: string | undefined };
type Typed = { readonly email: string; readonly password: string; readonly code?: string | undefined };

export type LogIn<P, L> = {
  readonly typed: Typed;
  readonly visitor: Visitor;
  /** Uses up the second factor and starts the session. */
  enter(person: P, entry: Entry): Promise<L>;
};

export async function logIn<P extends Person, L>(identity: Identity<P>, { typed, visitor, enter }: LogIn<P, L>): Promise<L> {
  const key = normalizeEmail(typed.email);
  // The cookie's claim is not verified yet: a forged cookie for an exhausted device is rejected too.
  const takes = listTakes(identity, { key, address: visitor.address, device: identity.devices.parseClaim(visitor.device) });
  const onBlocked = (cause: unknown) => identity.noteRefused?.(cause, undefined, key);
  return queueLogIn(identity.ctx, { address: visitor.address, takes, onBlocked }, async () => {
    const found = await identity.findByEmail(identity.ctx.db.orm, key);
    try {
      return await logInAs(identity, found, { typed, visitor, enter });
    } catch (cause) {
      const who = found ? identity.subject(found.id) : { emailHash: hashEmail(typed.email) };
      logFailedLogIn(identity.ctx.log, cause, { area: identity.area, ...who });
      identity.noteRefused?.(cause, found?.id, key);
      throw cause;
    }
  });
}

const recognize = ({ ctx, devices }: Identity, { device }: Visitor, person: Person): string | undefined =>
  devices.recognize(device, person, ctx.clock.now());

export const isKnown = (identity: Identity, visitor: Visitor, person: Person): boolean =>
  recognize(identity, visitor, person) !== undefined;

async function logInAs<P extends Person, L>(
  identity: Identity<P>,
  found: P | undefined,
  { typed, visitor, enter }: LogIn<P, L>,
): Promise<L> {
  const { ctx } = identity;
  const device = found && recognize(identity, visitor, found);
  const takes = listTakes(identity, { key: normalizeEmail(typed.email), address: visitor.address, device });
  await takePoints(ctx, takes);
  const isRight = await isPassword(typed.password, found?.passwordHash ?? undefined);
  if (!found || !isRight) throw createLogInError();
  await identity.admitPassword?.(found);
  const proof = found.totpSince ? await verifySecondFactor(identity, found, { code: typed.code, guesser: device }) : undefined;
  const loggedIn = await enter(await renewHash(identity, found, typed.password), { proof, isKnown: device !== undefined });
  if (device === undefined && takes[0]) await clearPoints(ctx, takes[0]);
  return loggedIn;
}

/** A hash that came with a move becomes one of the shop's own, once its password is known. */
async function renewHash<P extends Person>({ ctx, tables }: Identity<P>, found: P, password: string): Promise<P> {
  const { id, passwordHash: before } = found;
  if (before === null || !isForeignHash(before)) return found;
  const passwordHash = await hashPassword(password);
  return (await renewPasswordHash(ctx.db.orm, tables, id, { before, passwordHash })) ? { ...found, passwordHash } : found;
}

type Try = { readonly key: string; readonly address: string; readonly device: string | undefined };

/**
 * Known devices have limits of their own, so that guessing elsewhere does not lock them out. Of the others
 * the pair comes first: one address alone cannot use up the person's limit.
 */
function listTakes({ limits }: Identity, { key, address, device }: Try): readonly Take[] {
  const from = getAddressKey(address);
  return device === undefined
    ? [
        { limit: limits.pair, of: `${from} ${key}` },
        { limit: limits.address, of: from },
        { limit: limits.person, of: key },
      ]
    : [
        { limit: limits.device, of: device },
        { limit: limits.knownAddress, of: from },
      ];
}
