// Gives a staff notice to a plugin.
import type { NoticeListeners } from '#modules/mail/shapes.ts';
import type { JobPayload } from '../../jobs.ts';
import { describeNotice, type LineDeps } from './lines.ts';
import { listNoticeSubjects } from './queries.ts';
import type { NoticeLine } from './rules.ts';

/** A staff notice, as plugins get it. */
export type StaffNotice = NoticeLine & {
  /** The same if it comes again. */
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
};

export type PluginNoticeDeps = LineDeps & { readonly listeners: NoticeListeners<StaffNotice> };

/** A notice that the shop has deleted, or a plugin that was removed, is nothing to send. */
export async function notifyPlugin(
  deps: PluginNoticeDeps,
  { id, plugin }: JobPayload<'desk.notifyPlugin'>,
  signal: AbortSignal,
): Promise<void> {
  const { ctx, listeners } = deps;
  if (!listeners.names.includes(plugin)) return;
  const [subject] = await listNoticeSubjects(ctx.db.orm, { ids: [id] });
  if (subject) await listeners.send(plugin, { ...describeNotice(deps, subject), id, at: subject.happenedAt.toISOString() }, signal);
}
