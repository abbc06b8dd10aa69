// The funds page in a shop that has taken out a currency: its balance and its statement are still there.
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Currency } from '#lib/money/money.ts';
import { importCatalogue } from '#modules/catalogue/actions.ts';
import { logIn, register } from '../support/accounts.ts';
import { test as base, expect, expectAccessible, live, look } from '../support/journey.ts';
import { deposit, pay } from '../support/money.ts';
import { removeFolder, sellIn } from '../support/owner-files.ts';
import { setLocalStorage } from '../support/reused-page.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('funds: a balance in a currency of before has its statement, below that of the chosen currency', async ({ page, context, shop }) => {
  const email = await register(shop);
  const ada = { email, ...(await logIn(shop, email)) };
  for (const currency of [Currency.EUR, Currency.NOK]) {
    const { body } = await deposit(shop, ada, { currency, depositAmount: 20_000, price: 20_000 });
    await pay(body.paymentLink ?? '');
  }
  const balance = async () => (await shop.call('POST /api/balance', { currency: Currency.NOK }, { token: ada.token })).body.balance;
  await expect.poll(balance).toBe(20_000);
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-former-'));
  await cp('shop', folder, { recursive: true });
  await sellIn(folder, ['EUR', 'USD', 'AUD']);
  await importCatalogue(shop.ctx.db, join(folder, 'catalogue'));
  await removeFolder(folder);
  await expect.poll(async () => (await shop.call('POST /api/prices', { currency: Currency.NOK })).status).toBe(400);

  await setLocalStorage(context, { accessToken: ada.token, refreshToken: ada.refreshToken, agreePrivacy: 'true' });
  await page.goto('/cabinet/funds');
  await live(page);
  const statement = (code: string) => page.getByRole('region', { name: `Statement in ${code}` });
  await expect(statement('NOK').getByRole('row', { name: /NOK\s?200\.00|kr\s?200\.00/ })).toBeVisible();
  await expect(statement('EUR').getByRole('row', { name: /€200\.00/ })).toBeVisible();
  await expect(statement('NOK').getByRole('button', { name: 'Download as CSV' })).toBeVisible();
  await expectAccessible(page);
  await look(page, { width: 390, colorScheme: 'dark' });
});
