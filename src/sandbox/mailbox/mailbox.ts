// The sandbox's mailbox, for machines without a mail server. Stored in the database, because the worker
// process may deliver mail while another serves the pages.
import { desc, eq, lt, sql } from 'drizzle-orm';
import type { MailTransport } from '#modules/mail/shapes.ts';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/database/database.ts';
import { sandboxMail } from '../tables.ts';

/** How many mails are shown and stored; the newest. */
const MAX_SHOWN = 200;
const MAX_STORED = 5_000;

export const createSandboxTransport = (ctx: { readonly db: Db; readonly clock: Clock }): MailTransport => ({
  async send({ messageId, to, from, replyTo, subject, text, html }) {
    const [row] = await ctx.db.orm
      .insert(sandboxMail)
      .values({ messageId, to, from, replyTo, subject, text, html, at: ctx.clock.now() })
      .onConflictDoNothing({ target: sandboxMail.messageId })
      .returning({ id: sandboxMail.id });
    if (row) await ctx.db.orm.delete(sandboxMail).where(lt(sandboxMail.id, row.id - MAX_STORED));
  },
});

export type SandboxMail = typeof sandboxMail.$inferSelect;

/** Newest first; an address matches in any letter case. */
export function findMailsTo(db: Db, to: string | undefined): Promise<SandboxMail[]> {
  const letters = db.orm.select().from(sandboxMail).$dynamic();
  const matching = to === undefined ? letters : letters.where(sql`lower(${sandboxMail.to}) = lower(${to})`);
  return matching.orderBy(desc(sandboxMail.id)).limit(MAX_SHOWN);
}

export async function findSandboxMail(db: Db, id: number): Promise<SandboxMail | undefined> {
  const [found] = await db.orm.select().from(sandboxMail).where(eq(sandboxMail.id, id));
  return found;
}
