// Brand kits: saved brief defaults, one per brand name (case-insensitive).

import { type Message, UserError } from '#lib/user-error.ts';
import { transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import type { AccountsDeps } from '../deps.ts';
import { normalizeBrandName } from '../rules.ts';
import type { BrandKit, SaveBrandKit } from '../shapes.ts';
import * as queries from './queries.ts';

/** Limit per account. */
const MAX_KITS = 20;

const messages = {
  most: /*i18n*/ {
    id: 'kit.most',
    message: 'You have {count} brand kits, the maximum. Remove one in your account details first.',
  },
  taken: /*i18n*/ { id: 'kit.taken', message: 'You already have a brand kit with this name.' },
} as const satisfies Record<string, Message>;

export const listBrandKits = ({ ctx: { db } }: AccountsDeps, { accountId }: Caller): Promise<BrandKit[]> =>
  queries.listKits(db.orm, accountId, MAX_KITS);

/** Creates a kit or replaces the one of the same brand. Returns all kits. */
export async function saveBrandKit(
  { ctx: { db, clock } }: AccountsDeps,
  { accountId }: Caller,
  { id, ...kit }: SaveBrandKit,
): Promise<BrandKit[]> {
  const row = { ...kit, accountId, brandKey: normalizeBrandName(kit.brandName), savedAt: clock.now() };
  return transaction(db, async (tx) => {
    if (!(await queries.lockOwner(tx, accountId))) throw new UserError(401);
    const existing = await queries.listKeys(tx, accountId);
    const same = existing.find((each) => each.brandKey === row.brandKey);
    if (id !== undefined && !existing.some((each) => each.id === id)) throw new UserError(404);
    if (id !== undefined && same && same.id !== id) throw new UserError(400, { brandName: [messages.taken] });
    const place = id ?? same?.id;
    if (place !== undefined) await queries.replaceKit(tx, place, row);
    else if (existing.length < MAX_KITS) await queries.insertKit(tx, row);
    else throw new UserError(400, { '': [{ ...messages.most, values: { count: MAX_KITS } }] });
    return queries.listKits(tx, accountId, MAX_KITS);
  });
}

export async function removeBrandKit({ ctx: { db } }: AccountsDeps, { accountId }: Caller, id: string): Promise<void> {
  if (!(await queries.removeKit(db.orm, accountId, id))) throw new UserError(404);
}
