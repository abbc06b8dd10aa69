// Sends waiting notices: to each operator in one email, to each chat webhook in one message. A recipient's
// quiet hours delay the notices until their end.

import { postMail } from '#modules/mail/actions.ts';
import type { MailLine } from '#modules/mail/shapes.ts';
import type { DbClient } from '#platform/database/database.ts';
import { forEachRow } from '#platform/jobs/each-row.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { newId } from '#platform/new-id.ts';
import { collectNotices } from './collect.ts';
import { describeNotice, type LineDeps } from './lines.ts';
import type { PluginNoticeDeps } from './notify-plugin.ts';
import * as queries from './queries.ts';
import { composeNoticeText, getEmailGapStart, isEmailedTo, isQuiet, type NoticeLine, toQuietHours } from './rules.ts';
import { getChatJobKey, insertChatMessage, listChatWebhooks } from './webhooks/queries.ts';

export async function sendNotices(deps: LineDeps & Pick<PluginNoticeDeps, 'listeners'>, signal: AbortSignal): Promise<void> {
  const { ctx } = deps;
  // Without a desk there are no operators.
  if (ctx.config.deskUrl === undefined) return;
  const now = ctx.clock.now();
  await collectNotices(ctx, deps.listeners.names);
  const quiet = await listQuietRecipients(ctx.db.orm, now);
  await forEachRow(ctx, signal, 'desk.sendNotices', [
    {
      due: (limit) => queries.listWaitingRecipients(ctx.db.orm, { quiet, limit, now }),
      async handle(tx, { id }) {
        const [reader] = await queries.listNoticeReaders(tx, id);
        if (reader) await mailNotices(deps, tx, reader, now);
        else if (!(await postNotices(tx, id, now))) await queries.dropRecipient(tx, id);
      },
    },
  ]);
}

async function listQuietRecipients(of: DbClient, now: Date): Promise<readonly string[]> {
  const [readers, webhooks] = [await queries.listNoticeReaders(of), await listChatWebhooks(of)];
  return [...readers, ...webhooks].filter((each) => isQuiet(toQuietHours(each), now)).map(({ id }) => id);
}

/** The role may have changed since the notice was addressed, so it is checked again. */
async function mailNotices(deps: LineDeps, tx: DbClient, reader: queries.NoticeReader, now: Date): Promise<void> {
  if (!(await queries.claimEmail(tx, reader.id, { now, gap: getEmailGapStart(now) }))) return;
  const ids = await queries.claimNotices(tx, reader.id, newId(now));
  const subjects = (await queries.listNoticeSubjects(tx, { ids })).filter((subject) => isEmailedTo(reader, subject));
  if (subjects.length === 0) return;
  const { summary, lines, more } = composeNoticeText(
    subjects.map((subject) => describeNotice(deps, subject, reader.timeZone ?? undefined)),
  );
  const { deskUrl } = deps.ctx.config;
  await postMail(deps.ctx, tx, {
    to: reader.email,
    locale: 'en',
    mail: 'staff-notices',
    values: {
      what: summary,
      items: mailLines(lines, more),
      link: subjects.length === 1 ? (lines[0]?.link ?? '') : `${deskUrl}/`,
      settings: `${deskUrl}/account/notices`,
    },
  });
}

/** The title of a single event is the heading already. */
function mailLines(lines: readonly NoticeLine[], more: number): readonly MailLine[] {
  const [first] = lines;
  if (first && lines.length === 1) {
    const { title, details, amount } = first;
    return [{ name: details[0] ?? title, about: details.slice(1), amount }];
  }
  const all = lines.map(({ title, details, amount, link }) => ({ name: title, about: details, amount, link }));
  return more > 0 ? [...all, { name: `And ${more} more`, amount: '' }] : all;
}

/** False if there is no such webhook. Its message is written when it is sent. */
async function postNotices(tx: DbClient, webhookId: string, now: Date): Promise<boolean> {
  const id = newId(now);
  const inserted = await insertChatMessage(tx, { id, webhookId, createdAt: now });
  if (inserted === 'stored') {
    await queries.claimNotices(tx, webhookId, id);
    await enqueue(tx, 'desk.sendChat', { id }, { key: getChatJobKey(id) });
  }
  return inserted !== 'gone';
}
