// Tests a report whose days are not counted yet, as after a change of the time zone: the report and its files
// say so.
import { operating } from '../../../tests/support/desk.ts';
import { buyer, placed } from '../../../tests/support/money.ts';
import { test as base, expect } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' }, jobs: false });

test('report with uncounted days: it names the last counted day, and each file ends with a notice', async ({ shop }) => {
  await placed(shop, await buyer(shop));
  shop.clock.turn({ days: 300 });
  const owner = await operating(shop, 'owner');
  const { body: report } = await owner.call('GET /api/reports');
  expect(report.until < report.from).toBe(true);
  for (const table of ['days', 'services', 'everything'] as const) {
    const { body } = await owner.call('GET /api/reports/table', { table });
    const last = String(body).trimEnd().split('\r\n').at(-1) ?? '';
    expect(last).toMatch(/^"?These days aren’t counted yet\. Their figures appear here in a few minutes\."?,*$/);
  }
});
