// Background jobs of the desk.

import type { ShopTexts } from '#lib/rendering.ts';
import { findEventObject } from '#modules/api-v1/objects.ts';
import { automationJobs, deleteOldEvents } from '#modules/automations/jobs.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { collectRecentEvents, getOldestEventTime } from '#modules/events/actions.ts';
import { runMove } from '#modules/moving/desk-routes.ts';
import { deleteOldDrafts } from '#modules/moving/queries-desk.ts';
import { deleteNotices, noticeJobs } from '#modules/notices/jobs.ts';
import type { PluginNoticeDeps } from '#modules/notices/notify-plugin.ts';
import { aggregateDays } from '#modules/reports/aggregate-days.ts';
import { deleteLinksBefore } from '#modules/staff/account/queries.ts';
import { sendOperatorReset } from '#modules/staff/account/recovery.ts';
import { createSupport } from '#modules/support/actions.ts';
import { webhookJobs } from '#modules/webhooks/jobs.ts';
import { deleteMessagesBefore } from '#modules/webhooks/queries.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { createCipher } from '#platform/identity/encryption.ts';
import type { JobHandlers, JobName } from '../jobs.ts';
import { toMoveDeps } from './commerce.ts';
import type { Commerce } from './routes.ts';
import { createDeskSettings, type LiveSettings } from './settings.ts';

const NOTICE_RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

type DeskJob = Extract<JobName, `${'desk' | 'automations' | 'webhooks'}.${string}`>;
type JobDeps = {
  readonly catalogue: CatalogueModule;
  readonly shop: ShopTexts;
  readonly secrets: Secrets;
  readonly listeners: PluginNoticeDeps['listeners'];
  readonly commerce: Commerce;
  readonly settings: LiveSettings;
};

export function deskJobs(
  ctx: AppContext,
  { catalogue, shop, secrets, listeners, commerce, settings }: JobDeps,
): Pick<JobHandlers, DeskJob> {
  return {
    ...noticeJobs({ ctx, catalogue, listeners, shopZone: () => shop.brand.timeZone, chatCipher: createCipher(secrets, 'chat webhooks') }),
    ...automationJobs({ ...commerce, support: createSupport({ ...commerce, desk: createDeskSettings(shop, settings) }) }),
    ...webhookJobs({
      ctx,
      webhookCipher: createCipher(secrets, 'webhooks'),
      collect: (signal) => collectRecentEvents(ctx, signal),
      findObject: (event) => findEventObject({ ...commerce, ctx }, event),
    }),
    'desk.moveIn': ({ id }) => runMove(toMoveDeps({ ...commerce, ctx }), id),
    'desk.sendRecovery': ({ id }) => sendOperatorReset(ctx, id),
    async 'desk.deleteExpired'() {
      const now = ctx.clock.now().getTime();
      await deleteNotices(ctx.db.orm, new Date(now - NOTICE_RETENTION_DAYS * DAY_MS));
      await deleteOldDrafts(ctx.db.orm, new Date(now - NOTICE_RETENTION_DAYS * DAY_MS));
      await deleteOldEvents(ctx.db.orm, ctx.clock.now());
      await deleteMessagesBefore(ctx.db.orm, getOldestEventTime(ctx.clock.now()));
      await deleteLinksBefore(ctx.db.orm, new Date(now - DAY_MS));
    },
    'desk.aggregateReports': () => aggregateDays(ctx, shop.brand.timeZone),
  };
}
