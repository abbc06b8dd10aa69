// Finds new events and chooses the recipients. One transaction, one process at a time.

import { SOON_MS } from '#modules/fulfilment/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import * as queries from './queries.ts';
import { lockCursor, moveCursor, storeEvents } from './queries-events.ts';
import { isEmailedTo } from './rules.ts';
import { listChatWebhooks } from './webhooks/queries.ts';

/**
 * Longer than a transaction takes, and than clocks differ: an event may be committed after later ones were
 * found.
 */
const OVERLAP_MS = 15 * 60_000;
/** After a long pause of the jobs, older events are no news. */
const MAX_AGE_MS = 3 * 86_400_000;
/** At once; the rest is addressed a minute later. */
const MAX_ADDRESSED = 2_000;

/** `plugins`: those that receive staff notices. */
export const collectNotices = ({ db, clock }: AppContext, plugins: readonly string[]): Promise<void> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const searchedUntil = await lockCursor(tx, now);
    const since = new Date(Math.max(searchedUntil.getTime() - OVERLAP_MS, now.getTime() - MAX_AGE_MS));
    await storeEvents(tx, { since, now, soon: new Date(now.getTime() + SOON_MS) });
    await addressNewNotices(tx, now, plugins);
    await moveCursor(tx, now);
  });

async function addressNewNotices(tx: DbClient, now: Date, plugins: readonly string[]): Promise<void> {
  const notices = await queries.lockNewNotices(tx, MAX_ADDRESSED);
  if (notices.length === 0) return;
  const [readers, webhooks] = [await queries.listNoticeReaders(tx), await listChatWebhooks(tx)];
  const recipients = notices.flatMap((notice) =>
    [
      ...readers.filter((reader) => isEmailedTo(reader, notice)),
      ...webhooks.filter(({ events }) => notice.operatorId === null && events.includes(notice.event)),
    ].map(({ id }) => ({ noticeId: notice.id, recipientId: id })),
  );
  await queries.insertRecipients(tx, recipients);
  for (const { id } of notices.filter(({ operatorId }) => operatorId === null))
    for (const plugin of plugins) await enqueue(tx, 'desk.notifyPlugin', { id, plugin });
  await queries.setAddressed(
    tx,
    notices.map(({ id }) => id),
    now,
  );
}
