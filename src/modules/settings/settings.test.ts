// Editing settings at the desk: saved ones count at once, wrong ones name their field, and nothing is lost.
import { cp, mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { importKind } from '#modules/content/versions.ts';
import { openedSetting, operating, WHY } from '../../../tests/support/desk.ts';
import { buyer, deposit, expectAudited, getErrors } from '../../../tests/support/money.ts';
import { settingText } from '../../../tests/support/rows/desk.ts';
import { addCoupon } from '../../../tests/support/rows/wallet.ts';
import { test as base, describe, expect } from '../../../tests/support/shop.ts';
import { asked, environment, sendTicket } from '../../../tests/support/tickets.ts';
import { createShopSettingKind } from '../../server/settings.ts';
import type { SettingTexts } from './shapes.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', ...environment } });
const inclusive = { vat: 'inclusive', rates: { NO: 25, ES: 21.5 }, reverseCharge: true } as const satisfies Partial<SettingTexts['tax']>;

describe('setting saved at the desk', () => {
  test('deposits: the next deposit obeys, other values stay, and the audit log has the reason', async ({ shop }) => {
    const ada = await buyer(shop);
    const { text, number, preview, save, owner } = await openedSetting(shop, 'money');
    const deposits = { ...text.deposits, EUR: { least: 20, most: 90 } };
    expect((await preview({ deposits })).body).toEqual({
      before: ['One deposit: €5.00 to €10,000.00.'],
      after: ['One deposit: €20.00 to €90.00.'],
    });
    expect((await deposit(shop, ada, { depositAmount: 500 })).status, 'a preview changes nothing').toBe(200);
    const { status, body } = await save({ deposits });
    expect([status, body]).toMatchObject([
      200,
      { saved: true, version: { number: number + 1, origin: 'desk', why: WHY, by: { name: 'owner' } } },
    ]);
    expect((await deposit(shop, ada, { depositAmount: 500 })).body).toMatchObject({
      errors: { depositAmount: ['Deposit between €20.00 and €90.00.'] },
    });
    const { deposits: _, ...others } = parse(await readFile('shop/money.yaml', 'utf8'));
    expect(parse(await settingText(shop, 'money'))).toMatchObject({ ...others, deposits: { EUR: { least: 20, most: 90 } } });
    const [line] = (await owner.call('GET /api/audit', { kind: 'setting' })).body;
    expect(line).toMatchObject({ act: 'settings.edit', about: 'money', why: WHY, after: { version: number + 1 } });
    expect((await save(text, number + 1)).body.saved, 'an old version can be published again').toBe(true);
    expect((await deposit(shop, ada, { depositAmount: 500 })).status).toBe(200);
    await expectAudited(shop);
  });

  test('coupons on deposits: the next deposit obeys the owner’s share, and a share of 100 percent is refused at its field', async ({
    shop,
  }) => {
    const ada = await buyer(shop);
    const code = await addCoupon(shop, { percent: 40, appliesTo: 'deposits' });
    const { text, number, preview, save } = await openedSetting(shop, 'money');
    expect(text.depositCouponShare).toBe(50);
    const lowered = { ...text, depositCouponShare: 25 };
    expect((await preview(lowered)).body).toEqual({
      before: ['A coupon takes at most 50% off a deposit.'],
      after: ['A coupon takes at most 25% off a deposit.'],
    });
    for (const depositCouponShare of [0, 100, 'half'])
      expect((await save({ ...text, depositCouponShare: depositCouponShare as number })).body).toMatchObject({
        errors: { 'text.depositCouponShare': ['Enter a whole number from 1 to 99.'] },
      });
    expect((await save(lowered)).body.saved).toBe(true);
    expect(getErrors(await deposit(shop, ada, { depositAmount: 10_000, price: 6_000, couponCode: code }))).toEqual([
      400,
      { price: ['This deposit now costs €75.00. Review it and try again.'] },
    ]);
    expect((await save(text, number + 1)).body.saved).toBe(true);
  });

  test('tax: the list and the set-up show it, and without VAT its rates are gone', async ({ shop }) => {
    const { text, number, save, owner } = await openedSetting(shop, 'tax');
    expect((await save(inclusive)).body.saved).toBe(true);
    const lines = async () => (await owner.call('GET /api/settings')).body.find(({ name }) => name === 'tax')?.lines.join(' ');
    expect(await lines()).toMatch(/^Prices include VAT: Norway 25%, Spain 21\.5%\. .*Reverse charge for businesses/);
    const { body: steps } = await owner.call('POST /api/setup/try', { step: 'tax' });
    expect(steps.find(({ step }) => step === 'tax')?.lines.join(' ')).toContain('Spain 21.5%');
    const again = await openedSetting(shop, 'tax');
    expect(again.text).toEqual({ ...text, ...inclusive });
    expect((await again.save({ vat: 'none', rates: {}, reverseCharge: false })).body.saved).toBe(true);
    expect((await openedSetting(shop, 'tax')).text).toEqual(text);
    const { body: old } = await owner.call('GET /api/setting/version', { name: 'tax', number: number + 1 });
    expect(old.text).toMatchObject({ rates: inclusive.rates });
    expect((await owner.call('GET /api/setting/version', { name: 'tax', number: 99 })).status).toBe(404);
  });

  test('support: the deadline of new tickets and the canned answers follow, and unchanged answers stay as the file has them', async ({
    shop,
  }) => {
    const { text, save, owner } = await openedSetting(shop, 'support');
    const added = {
      id: 'thanks',
      title: 'Thanks',
      text: { en: 'Thank you, {name}!\n\nBye', es: '¡Gracias!', jp: 'ありがとうございます。' },
    };
    expect((await save({ firstAnswerHours: 2, canned: [...text.canned, added] })).body.saved).toBe(true);
    const { ticketNumber: number } = await sendTicket(shop, asked({ name: 'Mira', message: 'How soon is my order ready?' }));
    const { canned } = (await owner.call('GET /api/ticket/canned', { number })).body;
    expect(canned.at(-1)).toEqual({ id: 'thanks', title: 'Thanks', text: 'Thank you, Mira!\n\nBye' });
    const { canned: answers, ...file } = parse(await readFile('shop/support.yaml', 'utf8'));
    const stored = parse(await settingText(shop, 'support'));
    expect(stored).toMatchObject({ ...file, firstAnswerHours: 2 });
    expect(stored.canned.slice(0, -1)).toEqual(answers);
  });

  test('support hours and holidays: written into the file and read from it, and a preview says in words what changes', async ({ shop }) => {
    const { text, preview, save } = await openedSetting(shop, 'support');
    const hours = { ...text.hours, sat: '', sun: '10:00-12:00, 14:00-24:00' };
    const holidays = [{ day: '2026-12-24', name: { en: 'Christmas Eve', es: 'Nochebuena', jp: 'クリスマスイブ' } }];
    expect((await preview({ hours, holidays, promised: true })).body).toMatchObject({
      before: ['Answers within 2 hours.', 'Customers see no time.', 'Support answers at all hours.'],
      after: [
        'Answers within 2 hours of support.',
        'Customers see by when.',
        'Support answers Monday to Friday 00:00-24:00; Sunday 10:00-12:00, 14:00-24:00.',
        'Closed on 2026-12-24: Christmas Eve / Nochebuena / クリスマスイブ.',
      ],
    });
    expect((await save({ hours, holidays })).body.saved).toBe(true);
    const again = await openedSetting(shop, 'support');
    expect(again.text).toEqual({ ...text, hours, holidays });
    expect((await again.save({ hours: text.hours, holidays: [] })).body.saved).toBe(true);
    expect(await settingText(shop, 'support')).not.toMatch(/^(hours|holidays):/m);
  });

  test('withdrawal: the cart asks in the chosen countries, and groups of the file stay', async ({ shop }) => {
    const ada = await buyer(shop);
    const { text, preview, save } = await openedSetting(shop, 'withdrawal');
    const countries = [...text.countries.map((group) => group.filter((country) => country !== 'NO')), ['CH']];
    expect((await preview({ countries })).body).toEqual({
      before: ['Consumers in Norway may withdraw.'],
      after: ['Consumers in Switzerland may withdraw.'],
    });
    expect((await save({ countries })).body.saved).toBe(true);
    const { body } = await shop.call('GET /api/orders/withdrawal-right', undefined, { token: ada.token });
    expect([body.countries.includes('NO'), body.countries.includes('CH')]).toEqual([false, true]);
    expect(parse(await settingText(shop, 'withdrawal')).countries).toContainEqual(['IS', 'LI']);
  });
});

describe('two owners', () => {
  test('two save one setting at once: one is published, the other gets its version; another setting is published, too', async ({
    shop,
  }) => {
    const [money, withdrawal] = [await openedSetting(shop, 'money'), await openedSetting(shop, 'withdrawal')];
    const other = await operating(shop, 'owner');
    const limited = (most: number) =>
      ({ deposits: { ...money.text.deposits, EUR: { least: 5, most } } }) satisfies Partial<SettingTexts['money']>;
    const [first, second, third] = await Promise.all([
      money.save(limited(100)),
      money.save(limited(200), money.number, other),
      withdrawal.save({ countries: [['NO']] }),
    ]);
    expect([first.body.saved, second.body.saved].sort()).toEqual([false, true]);
    expect([first, second].map(({ status, body }) => [status, body.version.number])).toEqual([
      [200, money.number + 1],
      [200, money.number + 1],
    ]);
    expect(third.body.saved).toBe(true);
    const now = await openedSetting(shop, 'money');
    expect(now.text.deposits.EUR?.most).toBe(first.body.saved ? 100 : 200);
  });

  test('what the form does not have stays as the file says it, also if it is sent', async ({ shop }) => {
    const { text, number, save } = await openedSetting(shop, 'money');
    const { currencies } = parse(await settingText(shop, 'money'));
    const changed = { ...text, depositCouponShare: 30, currencies: ['NOK'] };
    expect([Object.keys(text), (await save(changed)).body.saved]).toEqual([['deposits', 'depositCouponShare', 'priceUnanswered'], true]);
    expect(parse(await settingText(shop, 'money')).currencies).toEqual(currencies);
    expect((await save(text, number + 1)).body.saved).toBe(true);
  });

  test('a form that is longer than any text: refused', async ({ shop }) => {
    const { text, save } = await openedSetting(shop, 'support');
    const [answer] = text.canned;
    const { status, body } = await save({ canned: Array.from({ length: 301 }, () => answer as never) });
    expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([400, ['text']]);
  });

  test('save without a change: refused', async ({ shop }) => {
    const { save } = await openedSetting(shop, 'support');
    expect((await save({})).status).toBe(400);
  });
});

test('files and desk: an unchanged file leaves the desk’s, a removed one is the default, the desk may write again', async ({ shop }) => {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-settings-'));
  await cp('shop', folder, { recursive: true });
  const { text, number, save } = await openedSetting(shop, 'money');
  const limited = (most: number) => ({ deposits: { ...text.deposits, EUR: { least: 6, most } } });
  expect((await save(limited(70))).body.saved).toBe(true);
  await writeFile(join(folder, 'withdrawal.yaml'), 'countries: []\n');
  const kind = await createShopSettingKind(folder);
  expect(await importKind(shop.ctx.db, folder, kind), 'another file changed').toMatchObject([{ file: 'withdrawal.yaml' }]);
  expect((await openedSetting(shop, 'money')).text.deposits.EUR).toEqual({ least: 6, most: 70 });
  await unlink(join(folder, 'money.yaml'));
  expect(await importKind(shop.ctx.db, folder, kind)).toEqual([{ file: 'money.yaml', replaced: number + 1 }]);
  const now = await openedSetting(shop, 'money');
  expect([now.number, now.text.deposits.EUR]).toEqual([number + 2, { least: 5, most: 10000 }]);
  const answers = await Promise.all([80, 90].map((most) => now.save(limited(most))));
  expect(answers.map(({ body }) => [body.saved, body.version.number]).sort()).toEqual([
    [false, number + 3],
    [true, number + 3],
  ]);
  await rm(folder, { recursive: true });
});

test.for(['manager', 'maker', 'support'] as const)('%s: may neither see nor edit the settings', async (role, { shop }) => {
  const { text, number, save } = await openedSetting(shop, 'money');
  const other = await operating(shop, role);
  expect((await other.call('GET /api/settings')).status).toBe(403);
  expect((await other.call('GET /api/setting', { name: 'money' })).status).toBe(403);
  expect((await other.call('GET /api/setting/version', { name: 'money', number: 1 })).status).toBe(403);
  expect((await other.call('POST /api/setting/preview', { name: 'money', text })).status).toBe(403);
  expect((await save({ deposits: { ...text.deposits, EUR: { least: 1, most: 2 } } }, number, other)).status).toBe(403);
});
