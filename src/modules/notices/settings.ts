// An operator's own notices: where they are mentioned, which events are emailed, and when not.

import { UserError } from '#lib/user-error.ts';
import { isVisible } from '#modules/fulfilment/rules.ts';
import { getViewer, type OperatorSession } from '#modules/staff/actions.ts';
import { transaction } from '#platform/database/database.ts';
import type { LineDeps } from './lines.ts';
import * as queries from './queries.ts';
import { listUnseenMentions } from './queries-mentions.ts';
import { toQuietColumns, toQuietHours } from './rules.ts';
import type { Mentions, SaveStaffNotices, StaffNotices } from './shapes.ts';
import { isEmailed, listEventsFor } from './shapes-events.ts';

export async function readStaffNotices({ ctx, shopZone }: LineDeps, { operator }: OperatorSession): Promise<StaffNotices> {
  const [reader] = await queries.listNoticeReaders(ctx.db.orm, operator.id);
  if (!reader) throw new UserError(401);
  return {
    events: listEventsFor(reader).map((event) => ({ event, isEmailed: isEmailed(reader, reader.choices, event) })),
    quiet: toQuietHours(reader),
    timeZone: shopZone(),
  };
}

const MAX_MENTIONS = 20;

/** Without pieces that were assigned to others since, of a role that does not see those. */
export async function readMentions({ ctx }: Pick<LineDeps, 'ctx'>, session: OperatorSession): Promise<Mentions> {
  const rows = await listUnseenMentions(ctx.db.orm, session.operator.id, MAX_MENTIONS);
  return rows.filter(({ makerId }) => isVisible(makerId, getViewer(session))).map(({ makerId: _, ...mention }) => mention);
}

/** Choices about events that the role does not allow stay, for a role that does. */
export async function saveStaffNotices(
  { ctx }: LineDeps,
  { operator }: OperatorSession,
  { emailed, quiet }: SaveStaffNotices,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const [reader] = await queries.listNoticeReaders(tx, operator.id);
    if (!reader) throw new UserError(401);
    const chosen = Object.fromEntries(listEventsFor(operator).map((event) => [event, emailed.includes(event)]));
    await queries.saveNoticeSetting(tx, operator.id, { choices: { ...reader.choices, ...chosen }, ...toQuietColumns(quiet) });
  });
}
