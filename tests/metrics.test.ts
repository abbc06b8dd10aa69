// The metrics: all that are documented, and the counters that alerts are made of.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addJob, addOverdueJob, jobsOfTask } from './support/rows/jobs.ts';
import { expect, type Shop, test } from './support/shop.ts';

type Metric = { readonly type: string; readonly labels: readonly string[] };

const scrape = async ({ urls }: Shop): Promise<string> => (await fetch(`${urls.desk}/metrics`)).text();

/** The value of one series; 0 if it is absent. */
const valueIn = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1] ?? 0,
  );

const internalLabels = ['le', 'quantile'];

/** Name, type and labels of each metric that is ours. */
function metricsIn(text: string): Record<string, Metric> {
  return Object.fromEntries(
    [...text.matchAll(/^# TYPE (fanfare_\w+|http_\w+) (\w+)\n((?:[^#].*\n?)*)/gm)].map(([, name = '', type = '', series = '']) => {
      const labels = new Set([...series.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label));
      return [name, { type, labels: [...labels].filter((label) => !internalLabels.includes(label)).toSorted() }];
    }),
  );
}

const documented = (): Record<string, Metric> =>
  Object.fromEntries(
    [...readFileSync(join(import.meta.dirname, '../docs/metrics.md'), 'utf8').matchAll(/^\| `(\w+)` \| (\w+) \| ([\w, ]*)\|/gm)].map(
      ([, name = '', type = '', labels = '']) => [
        name,
        {
          type,
          labels: labels
            .split(',')
            .map((each) => each.trim())
            .filter(Boolean)
            .toSorted(),
        },
      ],
    ),
  );

/** Measured by the database's clock, which a test replaces by its own. */
const notInTests = { fanfare_clock_offset_seconds: { type: 'gauge', labels: [] } };

test('docs/metrics.md: lists every metric with its type and labels, and no other', async ({ shop }) => {
  await shop.call('POST /api/prices', { currency: 0 });
  await addJob(shop, 'mail.sweep');
  await expect.poll(() => jobsOfTask(shop, 'mail.sweep')).toEqual([]);
  expect({ ...metricsIn(await scrape(shop)), ...notInTests }).toEqual(documented());
});

test('webhook with a forged signature: is counted as rejected', async ({ shop }) => {
  const before = valueIn(await scrape(shop), 'fanfare_webhooks_total{outcome="rejected"}');
  const answer = await fetch(`${shop.urls.storefront}/api/payments/webhook/sandbox`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(400);
  expect(valueIn(await scrape(shop), 'fanfare_webhooks_total{outcome="rejected"}')).toBe(before + 1);
});

test('job that cannot succeed: its attempt is counted as given up', async ({ shop }) => {
  const series = 'fanfare_job_attempts_total{task="mail.send",outcome="given_up"}';
  const before = valueIn(await scrape(shop), series);
  await addJob(shop, 'mail.send', { id: 'no uuid' });
  await expect.poll(async () => valueIn(await scrape(shop), series)).toBe(before + 1);
  // The attempt is counted before the job's row has its state.
  await expect.poll(() => scrape(shop)).toMatch(/^fanfare_jobs\{state="given_up"\} 1$/m);
});

test('job that nobody takes: its waiting time is reported', async ({ shop }) => {
  expect(valueIn(await scrape(shop), 'fanfare_oldest_waiting_job_seconds')).toBeLessThan(60);
  await addOverdueJob(shop, 'unknown.task', 3_600);
  expect(valueIn(await scrape(shop), 'fanfare_oldest_waiting_job_seconds')).toBeGreaterThan(3_599);
});
