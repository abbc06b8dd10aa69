// What the desk agrees on with a customer, or decides about them: a discount, and a block.
import { type Message, UserError } from '#lib/user-error.ts';
import { findTerms, saveTerms, type Terms } from '#modules/accounts/queries-terms.ts';
import type { Done } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { lockCustomer } from './notes.ts';

const messages = {
  blocked: /*i18n*/ { id: 'desk.customer.blocked', message: 'This customer is blocked already.' },
  notBlocked: /*i18n*/ { id: 'desk.customer.notBlocked', message: 'This customer is not blocked.' },
} as const satisfies Record<string, Message>;

/** Changes of one customer follow one another. */
async function readTerms(tx: DbClient, id: string): Promise<Terms> {
  await lockCustomer(tx, id);
  return findTerms(tx, id);
}

/** The same discount again changes nothing. */
export async function setDiscount(tx: DbClient, { id, percent }: { readonly id: string; readonly percent: number }): Promise<Done> {
  const before = await readTerms(tx, id);
  if (before.discountPercent === percent) return { entries: [] };
  await saveTerms(tx, id, { ...before, discountPercent: percent });
  return { entries: [{ id, before: { percent: before.discountPercent }, after: { percent } }] };
}

type Blocking = { readonly id: string; readonly why: string };

export async function blockCustomer({ clock }: AppContext, tx: DbClient, { id, why }: Blocking): Promise<Done> {
  const before = await readTerms(tx, id);
  if (before.blockedAt) throw new UserError(400, { '': [messages.blocked] });
  await saveTerms(tx, id, { ...before, blockedAt: clock.now(), blockReason: why });
  return { entries: [{ id, before: { isBlocked: false }, after: { isBlocked: true } }] };
}

export async function unblockCustomer(tx: DbClient, { id }: Pick<Blocking, 'id'>): Promise<Done> {
  const before = await readTerms(tx, id);
  if (!before.blockedAt) throw new UserError(400, { '': [messages.notBlocked] });
  await saveTerms(tx, id, { ...before, blockedAt: null, blockReason: '' });
  return { entries: [{ id, before: { isBlocked: true }, after: { isBlocked: false } }] };
}
