// Does once what the first visitors would wait for, before a process reports that it is ready.
import { get } from 'node:http';
import type pg from 'pg';

type Warm = {
  readonly pool: pg.Pool;
  /** The address of the storefront in this process. */
  readonly url: string;
  readonly paths: readonly string[];
  /** For Accept-Language. */
  readonly languages: readonly string[];
};

/**
 * Opens the connections of the pool and renders the pages. What fails will fail for a visitor too, who gets
 * its reason.
 */
export async function warmUp({ pool, url, paths, languages }: Warm): Promise<void> {
  await Promise.allSettled(Array.from({ length: pool.options.max ?? 0 }, () => pool.query('select pg_sleep(0.01)')));
  for (const language of languages) for (const path of paths) await fetchPage(new URL(path, url), language).catch(() => undefined);
}

function fetchPage(url: URL, language: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  get(url, { headers: { 'accept-language': language, 'accept-encoding': 'br', connection: 'close' } }, (response) =>
    response.resume().on('close', resolve),
  ).on('error', reject);
  return promise;
}
