// Warms this process up before it reports that it is ready.
import { getLanguage, localeNames } from '#lib/locale.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Readiness, waitForIdleEventLoop } from '#platform/process/readiness.ts';
import { warmUp } from '#platform/process/warm-up.ts';
import { withTimeout } from '#platform/process/with-timeout.ts';
import { getPageRow, listServedPages } from '../pages.ts';
import { isInSitemap } from './seo/listing.ts';

/** On a machine that is always slow, a node is as warm as it gets after this time. */
const WARM_UP_MS = 20_000;

export async function becomeReady({ config, db }: AppContext, url: string, readiness: Readiness): Promise<void> {
  const paths = listServedPages(config.production)
    .map(getPageRow)
    .filter((row) => isInSitemap(row) && !row.path.includes(':'))
    .map(({ path }) => path);
  await withTimeout(WARM_UP_MS, warmUp({ pool: db.pool, url, paths, languages: localeNames.map((name) => getLanguage(name).html) }));
  await waitForIdleEventLoop();
  readiness.markReady();
}
