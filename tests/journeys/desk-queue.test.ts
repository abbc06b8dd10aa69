// A long queue: only what is in sight travels and is drawn, and it is right wherever somebody looks, also when somebody else changes it.
import { fillLarge } from '../../scripts/large-shop.ts';
import { DESK_PASSWORD, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible } from '../support/journey.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('a queue of a thousand is scrolled, walked through by keys and filtered, and hears what others do', async ({ page, shop, faults }) => {
  await fillLarge(shop.ground.db.pool, { accounts: 50, orders: 1_000, open: 1_000 }, () => undefined);
  // The newest of them were bought at the database's own time.
  shop.clock.turn({ days: 365 });
  const [manager, maker] = [await operating(shop, 'manager', { name: 'Noor' }), await operating(shop, 'maker', { name: 'Mira' })];
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/queue?') && asked.push(request.url()));
  await page.goto(shop.urls.desk);
  await page.getByLabel('E-mail').fill(manager.email);
  await page.getByLabel('Password').fill(DESK_PASSWORD);
  // The list is asked for before it is known who is there, and may come first: it is not asked for twice.
  const listed = page.waitForResponse('**/api/queue?*');
  await page.route('**/api/me', (route) => listed.then((response) => response.finished()).then(() => route.continue()));
  await page.getByRole('button', { name: 'Log in' }).click();
  const row = (place: number) => page.locator(`tr[aria-rowindex="${place + 2}"]`);
  const { body } = await manager.call('GET /api/queue', { limit: 1 });
  const far = await manager.call('GET /api/queue', { from: body.total - 1, limit: 1 });
  const last = far.body.rows[0];
  await expect(row(0).getByRole('link')).toHaveText(body.rows[0]?.number ?? '?');
  expect(asked).toHaveLength(1);
  await expect(row(body.total - 1)).toHaveCount(0);

  const frame = page.getByRole('region', { name: 'Queue' });
  await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(row(body.total - 1).getByRole('link')).toHaveText(last?.number ?? '?');
  expect(await page.locator('tr[aria-rowindex]').count()).toBeLessThan(100);
  await expectAccessible(page);
  // Chosen by its piece: it stays chosen while rows come and go.
  await row(body.total - 1).click({ position: { x: 200, y: 20 } });
  await page.keyboard.press('k');
  await expect(row(body.total - 2)).toHaveAttribute('aria-selected', 'true');

  await maker.call('POST /api/queue/take', { pieceId: last?.id });
  await expect(row(body.total - 1)).toContainText('Mira');
  await expect(row(body.total - 2)).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('combobox', { name: 'State' }).selectOption('inWork');
  const inWork = await manager.call('GET /api/queue', { state: 'inWork', limit: 1 });
  await expect(row(0).getByRole('link')).toHaveText(inWork.body.rows[0]?.number ?? '?');
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(inWork.body.total + 1));
  for (let step = 0; step < 3; step++) await page.keyboard.press('j');
  await expect(page.locator('tr[aria-selected="true"]')).toHaveCount(1);

  // The visitor who was not logged in yet.
  faults.splice(0, faults.length, ...faults.filter((fault) => !/status of 401/.test(fault)));
});
