// Background jobs of the desk.
import type { AppContext } from '../../infra/app-context.ts';
import type { Secrets } from '../../infra/config/secrets.ts';
import { openSeals } from '../../infra/identity/encryption.ts';
import type { JobHandlers } from '../../jobs.ts';
import type { ShopTexts } from '../../lib/rendering.ts';
import type { CatalogueModule } from '../catalogue/actions.ts';
import { noticeJobs } from './notices/jobs.ts';
import { aggregateDays } from './reports/aggregate-days.ts';

type DeskJob = 'desk.aggregateReports' | 'desk.sendNotices' | 'desk.sendChat' | 'desk.deleteExpired';
type JobDeps = { readonly catalogue: CatalogueModule; readonly shop: ShopTexts; readonly secrets: Secrets };

export function deskJobs(ctx: AppContext, { catalogue, shop, secrets }: JobDeps): Pick<JobHandlers, DeskJob> {
  const { timeZone } = shop.brand;
  return {
    ...noticeJobs({ ctx, catalogue, shopZone: () => timeZone, chatCipher: openSeals(secrets, 'chat webhooks') }),
    'desk.aggregateReports': () => aggregateDays(ctx, timeZone),
  };
}
