// Tests the desk's port: status page, metrics, and who may see them.
import { utimes } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { markBackup } from '#platform/backup/open-backup.ts';
import { makeServer } from '#platform/http/server.ts';
import { makeMetrics } from '#platform/logging/metrics.ts';
import { addGivenUpJob, queuedJobs } from '../../../tests/support/rows/jobs.ts';
import { addFailedMail } from '../../../tests/support/rows/support.ts';
import { test as base, describe, expect, shop as openShop, type Shop, shopFixture } from '../../../tests/support/shop.ts';
import { serveStatus } from './serve-status.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { jobs: false });
/** In a shop of its own, whose status page shows failures. */
const failingTest = test.extend('shop', { scope: 'file' }, shopFixture);
const giveUp = (shop: Shop, task: string, lastError: string): Promise<string> =>
  addGivenUpJob(shop, task, { payload: { id: 'secret-payload' }, lastError });
const page = async (shop: Shop) => (await fetch(`${shop.urls.desk}/status`)).text();
const canary = '<script>alert(1)</script>';

test('status page: shows version, database, jobs, mails and offers', async ({ shop }) => {
  const answer = await fetch(`${shop.urls.desk}/status`);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  for (const shown of ['All systems normal', 'Version', '0.1.0', 'Database', 'Queued jobs', 'Failed jobs', 'Unsent emails', 'Offers'])
    expect(text).toContain(shown);
  expect(text).not.toContain('<script');
  expect((await fetch(`${shop.urls.desk}/plain.css`)).headers.get('content-type')).toBe('text/css; charset=utf-8');
});

test('robots.txt of the desk: asks search engines to stay away', async ({ shop }) => {
  const answer = await fetch(`${shop.urls.desk}/robots.txt`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await answer.text()).toBe('User-agent: *\nDisallow: /\n');
});

test('job that was given up: shown without its payload, and retried by its button', async ({ shop }) => {
  const id = await giveUp(shop, 'mail.send', `550 ${canary}\nsecond line`);
  const before = await page(shop);
  expect(before).toContain('badge-bad">Failed jobs');
  expect(before).toContain('550 &lt;script&gt;alert(1)&lt;/script&gt;<');
  expect(before).not.toMatch(/<script|secret-payload|second line/);
  const action = new RegExp(`action="(/jobs/${id}/retry)"`).exec(before)?.[1];
  const sent = await fetch(`${shop.urls.desk}${action}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: shop.urls.desk, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(sent.status).toBe(303);
  expect(sent.headers.get('location')).toBe('/status');
  expect((await queuedJobs(shop)).map(({ attempts }) => attempts)).toEqual([0]);
  expect(await page(shop)).toContain('All systems normal');
});

failingTest.for([undefined, 'null', 'http://evil.example', 'http://localhost:1', 'not an origin'])(
  'retry by a form from %s: refused, and nothing is retried',
  async (origin, { shop }) => {
    const id = await giveUp(shop, 'mail.send', 'broken');
    const sent = await fetch(`${shop.urls.desk}/jobs/${id}/retry`, {
      method: 'POST',
      redirect: 'manual',
      ...(origin ? { headers: { origin } } : {}),
    });
    expect(sent.status).toBe(403);
    expect((await queuedJobs(shop)).filter((job) => job.id === id && job.attempts === 0)).toEqual([]);
  },
);

failingTest('a mail that could not be sent is shown as text, without its values', async ({ shop }) => {
  await addFailedMail(shop, canary, { lastError: canary });
  const text = await page(shop);
  expect(text.split('&lt;script&gt;alert(1)&lt;/script&gt;')).toHaveLength(3);
  expect(text).not.toMatch(/<script|secret-value/);
});

test('metrics: contain the values that alerts need', async ({ shop }) => {
  await shop.call('POST /api/prices', { currency: 0 });
  const answer = await fetch(`${shop.urls.desk}/metrics`);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  for (const line of [
    /^http_request_duration_seconds_count\{method="POST",route="\/api\/prices",status="2xx"\} 1$/m,
    /^fanfare_jobs\{state="given_up"\} \d+$/m,
    /^fanfare_jobs\{state="waiting"\} \d+$/m,
    /^fanfare_mails_unsent \d+$/m,
    /^fanfare_database_connections\{state="waited_for"\} 0$/m,
    /^nodejs_eventloop_lag_p99_seconds /m,
    /^process_resident_memory_bytes /m,
  ])
    expect(text).toMatch(line);
});

test('metrics: unknown paths add no series', async ({ shop }) => {
  for (const path of ['/invented-1', '/invented-2']) await fetch(shop.urls.storefront + path);
  expect(await (await fetch(`${shop.urls.desk}/metrics`)).text()).not.toContain('invented');
});

test('backup: the status page shows its age and size, and when it was last checked', async ({ shop }) => {
  const { dataDir } = shop.ctx.config;
  expect(await page(shop)).toContain('no backup found');
  await markBackup({ dataDir }, 'last-backup', JSON.stringify({ at: '2026-03-01T00:00:00Z', bytes: 12_345_678 }));
  const threeHoursAgo = new Date(Date.now() - 3 * 3_600_000 - 60_000);
  await utimes(join(dataDir, 'last-backup'), threeHoursAgo, threeHoursAgo);
  expect(await page(shop)).toMatch(/<b>3 h ago<\/b><span>12.3 MB, never checked</);
  await markBackup({ dataDir }, 'last-backup-check');
  expect(await page(shop)).toMatch(/12.3 MB, checked \d+ s ago/);
});

test('database unreachable: the status page shows it', async () => {
  const shop = await openShop({ jobs: false });
  await shop.sql('drop schema graphile_worker cascade');
  expect(await page(shop)).toContain('Database not responding');
  const metrics = await (await fetch(`${shop.urls.desk}/metrics`)).text();
  expect(metrics).toMatch(/process_resident_memory_bytes/);
  expect(metrics).not.toMatch(/fanfare_jobs\{/);
  await shop.close();
});

describe('access outside production', () => {
  const paths = ['/', '/status', '/metrics', '/plain.css', '/other'];
  test.for(paths)('%s: foreign host names and proxied requests get 404', async (path, { shop }) => {
    expect(await fetchStatus(shop.urls.desk + path, { host: 'evil.example' })).toBe(404);
    expect(await fetchStatus(shop.urls.desk + path, { 'x-forwarded-for': '203.0.113.9' })).toBe(404);
    expect(await fetchStatus(shop.urls.desk + path, { authorization: 'Bearer undefined', 'x-forwarded-for': '203.0.113.9' })).toBe(404);
  });
});

describe('in production', () => {
  const token = 'a-token-of-16-characters';
  const openWith = async ({ ctx: { config, ...rest } }: Shop, metricsToken: string | undefined) => {
    const ctx = { ...rest, config: { ...config, production: true, metricsToken } };
    const app = makeServer(ctx);
    await serveStatus(app, {
      ctx,
      metrics: makeMetrics(ctx, 'b', []),
      brand: () => ({ name: 'Fanfare' }),
      about: { build: { id: 'b' }, offers: () => 1 },
    });
    return app;
  };
  const far = { remoteAddress: '203.0.113.9', headers: { host: 'desk.example' } };

  test.for(['/status', '/metrics'])('%s: requires the token, also on this machine', async (url, { shop }) => {
    const desk = await openWith(shop, token);
    const bearing = { authorization: `Bearer ${token}` };
    expect((await desk.inject({ url, ...far })).statusCode).toBe(401);
    expect((await desk.inject({ url, ...far, headers: { ...far.headers, authorization: 'Bearer wrong' } })).statusCode).toBe(401);
    expect((await desk.inject({ url, ...far, headers: { ...far.headers, ...bearing } })).statusCode).toBe(200);
    // A proxy on this machine that adds no header looks like this.
    expect((await desk.inject({ url })).statusCode).toBe(401);
    expect((await desk.inject({ url, headers: bearing })).statusCode).toBe(200);
    await desk.close();
  });

  test('retry of a job: requires the token, also on this machine', async ({ shop }) => {
    const desk = await openWith(shop, token);
    const retry = { method: 'POST', url: '/jobs/1/retry', headers: { host: 'localhost', origin: 'http://localhost' } } as const;
    expect((await desk.inject(retry)).statusCode).toBe(401);
    expect((await desk.inject({ ...retry, headers: { ...retry.headers, authorization: `Bearer ${token}` } })).statusCode).toBe(303);
    await desk.close();
  });

  test('no token configured: metrics get 404', async ({ shop }) => {
    const desk = await openWith(shop, undefined);
    const headers = { ...far.headers, authorization: 'Bearer undefined' };
    expect((await desk.inject({ url: '/metrics', ...far, headers })).statusCode).toBe(404);
    expect((await desk.inject({ url: '/metrics' })).statusCode).toBe(404);
    await desk.close();
  });
});

/** fetch() sets the host by itself. */
const fetchStatus = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((done, fail) => {
    request(url, { headers }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    })
      .on('error', fail)
      .end();
  });
