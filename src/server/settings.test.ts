// The owner's settings over HTTP: a changed file is live on every node without a restart, a wrong one changes
// nothing, and what was sold keeps its rules.
import { cp, mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Currency } from '#lib/money/money.ts';
import { brandKind } from '#modules/content/brand.ts';
import { importKind } from '#modules/content/versions.ts';
import type { Funds } from '#modules/wallet/shapes.ts';
import { readConfig } from '#platform/config/config.ts';
import { tags, withAnswers } from '../../tests/support/cart-lines.ts';
import { operating } from '../../tests/support/desk.ts';
import { becomes, buyer, deposit, funded, order, pay, placed } from '../../tests/support/money.ts';
import { settingText } from '../../tests/support/rows/desk.ts';
import { letRun } from '../../tests/support/rows/jobs.ts';
import { hadRight } from '../../tests/support/rows/orders.ts';
import { firstAnswerHours } from '../../tests/support/rows/support.ts';
import { issue, listInvoices, readContent } from '../../tests/support/sample-shop.ts';
import { shop as openShop, SECRET_KEYS, type Shop } from '../../tests/support/shop.ts';
import { asked, environment, sendTicket } from '../../tests/support/tickets.ts';
import { createApp, type ShopApp } from '../app.ts';
import { createShopSettingKind } from './settings.ts';

let shop: Shop;
let other: ShopApp;
let folder: string;

beforeAll(async () => {
  shop = await openShop({ environment: { RATE_LIMITS: 'off', ...environment } });
  const ports = { PORT: '0', DESK_PORT: '0', SANDBOX_PORT: '0' };
  const { config } = readConfig({ NODE_ENV: 'test', ...ports, LOG_LEVEL: 'silent', SECRET_KEYS, RATE_LIMITS: 'off', ...environment });
  const { connection, clock, ctx } = shop;
  other = await createApp({ config, connection, clock, log: ctx.log, build: inject('build'), jobs: false, refuseEarly: false });
  folder = await mkdtemp(join(tmpdir(), 'fanfare-settings-'));
  await cp('shop', folder, { recursive: true });
});

afterAll(async () => {
  await other.stop();
  await shop.close();
  await rm(folder, { recursive: true });
});

/** Changes a file, and takes it over as `npm run seed` does. */
async function edit(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8');
  const edited = text.replace(from, to);
  expect(edited, 'the edit must change the file').not.toBe(text);
  await writeFile(join(folder, file), edited);
}
const take = async () => (await importKind(shop.ctx.db, folder, await createShopSettingKind(folder))).map(({ file }) => file);

const leastOnOther = async (token: string): Promise<number | undefined> =>
  ((await onOther('/api/balance/funds', token)) as Funds).currencies.find(({ currency }) => currency === Currency.EUR)?.least;

const onOther = async (path: string, token: string): Promise<unknown> =>
  (await fetch(`${other.urls.storefront}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();

test('unchanged files: nothing is imported', async () => {
  expect(await take()).toEqual([]);
});

test('deposit limits: live on every node, and a deposit beyond the new limit is refused', async () => {
  const ada = await buyer(shop);
  expect((await deposit(shop, ada, { depositAmount: 500 })).status).toBe(200);
  await edit('money.yaml', 'EUR: { least: 5,', 'EUR: { least: 20,');
  expect(await take()).toEqual(['money.yaml']);
  await expect.poll(() => leastOnOther(ada.token)).toBe(2_000);
  await expect
    .poll(async () => (await deposit(shop, ada, { depositAmount: 500 })).body)
    .toMatchObject({
      errors: { depositAmount: ['Deposit between €20.00 and €10,000.00.'] },
    });
});

test('countries with a right of withdrawal: later orders follow, and an order placed before keeps its right', async () => {
  const ada = await buyer(shop);
  const [before] = (await placed(shop, ada, { lines: [tags()], startNow: false })).orderIds;
  await edit('withdrawal.yaml', '[IS, LI, NO]', '[IS, LI]');
  expect(await take()).toEqual(['withdrawal.yaml']);
  const countries = async () => (await onOther('/api/orders/withdrawal-right', ada.token)) as { readonly countries: readonly string[] };
  await expect.poll(async () => (await countries()).countries.includes('NO')).toBe(false);
  await expect
    .poll(async () => {
      const [after] = (await placed(shop, ada, { lines: [tags()] })).orderIds;
      return [await hadRight(shop, before), await hadRight(shop, after)];
    })
    .toEqual([true, false]);
});

test('tax: a sale keeps the version it was placed with, in its mail and on its invoice; a later sale has the new one', async () => {
  const ada = await buyer(shop);
  await edit('tax.yaml', /^vat: none$/m, 'vat: inclusive');
  await edit('tax.yaml', 'rates: {}', 'rates: { NO: 25 }');
  expect(await take()).toEqual(['tax.yaml']);
  const owner = await operating(shop, 'owner');
  const shown = async () => {
    const { body } = await owner.call('POST /api/setup/try', { step: 'tax' });
    return body.find(({ step }) => step === 'tax')?.lines.join(' ');
  };
  await expect.poll(shown).toContain('Norway 25%');
  const old = await placed(shop, ada, { lines: [tags()] });
  await edit('tax.yaml', 'rates: { NO: 25 }', 'rates: { NO: 12 }');
  expect(await take()).toEqual(['tax.yaml']);
  await expect.poll(shown).toContain('Norway 12%');
  await pay(old.paymentLink);
  await becomes(shop, ada, [2]);
  await letRun(shop, 'orders.sendConfirmations');
  expect((await shop.mail(ada.email, /order|paid/i)).text).toContain('25%');
  const now = await placed(shop, ada, { lines: [tags()] });
  await pay(now.paymentLink);
  await becomes(shop, ada, [2, 2]);
  await issue(shop);
  const getRate = async (subject: string) => (await readContent(shop, (await listInvoices(shop, ada, { subject }))[0]?.id)).rate;
  expect([await getRate(old.purchaseId), await getRate(now.purchaseId)]).toEqual([2_500, 1_200]);
});

test('tax changes while customers order: each invoice states the rate of its mail', async () => {
  const ada = await buyer(shop);
  await funded(shop, ada, 20_000);
  const change = async (from: number, to: number) => {
    await edit('tax.yaml', `{ NO: ${from} }`, `{ NO: ${to} }`);
    await take();
  };
  const buying = Array.from({ length: 3 }, async () => {
    for (let count = 0; count < 4; count++) expect((await order(shop, ada, { lines: [tags()], payFromBalance: true })).status).toBe(200);
  });
  await change(12, 20);
  await change(20, 15);
  await Promise.all(buying);
  await change(15, 12);
  await letRun(shop, 'orders.sendConfirmations');
  await issue(shop);
  const invoices = (await listInvoices(shop, ada)).filter(({ kind }) => kind === 'invoice');
  const contents = await Promise.all(invoices.map(({ id }) => readContent(shop, id)));
  await expect.poll(async () => (await shop.mails(ada.email)).filter(({ text }) => text.includes('VAT')).length).toBe(12);
  const mails = await shop.mails(ada.email);
  for (const { lines, rate } of contents) {
    const mail = mails.find(({ text }) => text.includes('VAT') && text.includes(lines[0]?.number ?? '-'));
    expect(mail?.text).toContain(`(${rate / 100}%)`);
  }
  expect(contents).toHaveLength(12);
});

test('policy gate: what it no longer stops can be ordered; without the file nothing is stopped', async () => {
  const ada = await buyer(shop);
  const line = withAnswers(tags(), { seedTags: ['bread', 'buy followers'] });
  const status = async () =>
    (await shop.call('POST /api/orders/quote', { currency: 0, couponCode: null, orderFormData: [line] }, { token: ada.token })).status;
  expect(await status()).toBe(400);
  await unlink(join(folder, 'policy-gate.yaml'));
  expect(await take()).toEqual(['policy-gate.yaml']);
  await expect.poll(status).toBe(200);
  await cp('shop/policy-gate.yaml', join(folder, 'policy-gate.yaml'));
  expect(await take()).toEqual(['policy-gate.yaml']);
  await expect.poll(status).toBe(400);
});

test('support: the desk has the new answers, a new ticket the new deadline, and mails go to the new address', async () => {
  await edit('support.yaml', 'firstAnswerHours: 24', 'firstAnswerHours: 2');
  await edit('support.yaml', 'title: "We are looking into it"', 'title: "On it"');
  expect(await take()).toEqual(['support.yaml']);
  await edit('brand.yaml', 'supportEmail: support@fanfare.example', 'supportEmail: care@fanfare.example');
  expect(await importKind(shop.ctx.db, folder, brandKind)).toEqual([{ file: 'brand.yaml', replaced: undefined }]);
  const owner = await operating(shop, 'owner');
  const titles = async () => {
    const { ticketNumber: number } = await sendTicket(shop, asked({ message: 'How soon is my order ready?' }));
    return (await owner.call('GET /api/ticket/canned', { number })).body.canned.map(({ title }) => title);
  };
  await expect.poll(titles).toContain('On it');
  const { ticketNumber: number } = await sendTicket(shop, asked({ message: 'And how soon is it ready now?' }));
  expect(await firstAnswerHours(shop, number)).toBe(2);
  expect((await shop.mail('care@fanfare.example', new RegExp(number))).text).toContain('And how soon is it ready now?');
});

test('a file that the owner removes: the product’s default applies', async () => {
  const ada = await buyer(shop);
  await unlink(join(folder, 'money.yaml'));
  expect(await take()).toEqual(['money.yaml']);
  await expect.poll(() => leastOnOther(ada.token)).toBe(500);
});

test('an error in one file: all errors have file, line and field, and no file is imported', async () => {
  const kept = await readFile(join(folder, 'tax.yaml'), 'utf8');
  await edit('tax.yaml', 'rates: { NO: 12 }', 'rates: { NO: 12, XX: 300 }');
  await edit('withdrawal.yaml', '- [GB]', '- [GB, ZZ]');
  await edit('support.yaml', 'firstAnswerHours: 2', 'firstAnswerHours: 3');
  const lines = [
    expect.stringMatching(/^shop\/tax\.yaml:\d+: rates\.XX: must be at most 100$/),
    expect.stringMatching(/^shop\/withdrawal\.yaml:\d+: countries\.3\.1: ZZ is no country/),
  ];
  await expect(take()).rejects.toMatchObject({ lines });
  expect(await settingText(shop, 'support')).toContain('firstAnswerHours: 2\n');
  await writeFile(join(folder, 'tax.yaml'), kept);
  await edit('withdrawal.yaml', '- [GB, ZZ]', '- [GB]');
  // Two nodes that import at once make one version.
  expect((await Promise.all([take(), take(), take()])).flat()).toEqual(['support.yaml']);
});
