// Rows of webhooks, read and changed behind the shop's back.
import type { Shop } from '../shop.ts';

/** An endpoint that is left would get the events of the next test. */
export const removeEndpoints = ({ sql }: Shop) => sql('delete from webhook_endpoint');

/** As after a kill between the claim of a message and its outcome. */
export const takeUnfinished = ({ sql, clock }: Shop) =>
  sql("update webhook_message set next_at = $1::timestamptz + interval '30 s', attempts = 0", [clock.now()]);

export async function storedSigningKeys({ sql }: Shop, id: string): Promise<string> {
  const [row] = await sql<{ keys: Buffer }>('select signing_keys as keys from webhook_endpoint where id = $1', [id]);
  return row?.keys.toString('latin1') ?? '';
}

/** An event of a transaction that does not commit. */
export async function addRolledBackEvent({ ctx, clock }: Shop): Promise<void> {
  const client = await ctx.db.pool.connect();
  try {
    await client.query('begin');
    await client.query("insert into event (type, key, subject_id, happened_at, fields) values ('order.created', 'x', 'x', $1, '{}')", [
      clock.now(),
    ]);
    await client.query('rollback');
  } finally {
    client.release();
  }
}

/** The orders that exist, from newer to older. */
export const orderIds = async ({ sql }: Pick<Shop, 'sql'>): Promise<string[]> =>
  (await sql<{ id: string }>('select id from shop_order order by id desc')).map(({ id }) => id);
