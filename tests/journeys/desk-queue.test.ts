// A long queue at the desk: only visible rows are loaded and rendered, and they stay correct while others
// change them.
import { fillLarge } from '../../scripts/large-shop/fill.ts';
import { DESK_PASSWORD, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible } from '../support/journey.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('queue of a thousand rows: scrolled, used by keyboard, filtered, and updated by changes of others', async ({
  page,
  shop,
  pageErrors,
}) => {
  await fillLarge(shop.connection, { accounts: 50, orders: 1_000, open: 1_000 }, () => undefined);
  // The newest rows have the time of the database.
  shop.clock.turn({ days: 365 });
  const [manager, maker] = [await operating(shop, 'manager', { name: 'Noor' }), await operating(shop, 'maker', { name: 'Mira' })];
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/queue?') && asked.push(request.url()));
  await page.goto(shop.urls.desk);
  await page.getByLabel('Email').fill(manager.email);
  await page.getByLabel('Password').fill(DESK_PASSWORD);
  // The list may arrive before the operator is known and is not requested twice.
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
  // The selection is by piece, so it stays while rows change.
  await row(body.total - 1).click({ position: { x: 200, y: 20 } });
  await page.keyboard.press('k');
  await expect(row(body.total - 2)).toHaveAttribute('aria-selected', 'true');

  await maker.call('POST /api/queue/take', { pieceId: last?.id });
  await expect(row(body.total - 1)).toContainText('Mira');
  await expect(row(body.total - 2)).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('combobox', { name: 'Status' }).selectOption('inWork');
  const inWork = await manager.call('GET /api/queue', { state: 'inWork', limit: 1 });
  await expect(row(0).getByRole('link')).toHaveText(inWork.body.rows[0]?.number ?? '?');
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(inWork.body.total + 1));
  for (let step = 0; step < 3; step++) await page.keyboard.press('j');
  await expect(page.locator('tr[aria-selected="true"]')).toHaveCount(1);

  // Compact rows stay compact in this browser. On a phone the first row is near the top, and the main action
  // is where the thumb is.
  await page.getByRole('button', { name: 'Compact view' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Compact view' })).toHaveAttribute('aria-pressed', 'true');
  await expect(row(0)).toBeVisible();
  expect((await row(0).boundingBox())?.height).toBeLessThan(42);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await row(0).boundingBox())?.y).toBeLessThan(400);
  expect((await page.getByRole('button', { name: 'Take next' }).boundingBox())?.y).toBeGreaterThan(700);

  // Logged for the visit before log-in.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 401/.test(error)));
});
