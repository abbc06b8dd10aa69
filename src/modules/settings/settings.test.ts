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
import { shopSettingKind } from '../../server/settings.ts';
import type { HolidayDraft, MoneyDraft, SupportDraft, TaxDraft } from './shapes.ts';
import type { SettingName } from './shapes-names.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', ...environment } });
const inclusive = { vat: 'inclusive', rates: { NO: '25', ES: '21,5' }, reverseCharge: true } as const satisfies Partial<TaxDraft>;

describe('setting saved at the desk', () => {
  test('deposits: the next deposit obeys, other values stay, and the audit log has the reason', async ({ shop }) => {
    const ada = await buyer(shop);
    const { text, number, preview, save, owner } = await openedSetting(shop, 'money');
    const deposits = { ...text.deposits, EUR: { least: '20', most: '90' } };
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
    expect(text.depositCouponShare).toBe('50');
    const lowered = { ...text, depositCouponShare: '25' };
    expect((await preview(lowered)).body).toEqual({
      before: ['A coupon takes at most 50% off a deposit.'],
      after: ['A coupon takes at most 25% off a deposit.'],
    });
    for (const depositCouponShare of ['0', '100', 'half'])
      expect((await save({ ...text, depositCouponShare })).body).toMatchObject({
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
    expect(again.text).toEqual({ ...text, ...inclusive, rates: { NO: '25', ES: '21.5' } });
    expect((await again.save({ vat: 'none' })).body.saved).toBe(true);
    expect((await openedSetting(shop, 'tax')).text).toEqual(text);
    const { body: old } = await owner.call('GET /api/setting/version', { name: 'tax', number: number + 1 });
    expect(old.text).toMatchObject({ rates: { NO: '25', ES: '21.5' } });
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
    expect((await save({ firstAnswerHours: '2', canned: [...text.canned, added] })).body.saved).toBe(true);
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
    const holidays = [{ day: '2026-12-24', until: '', name: { en: 'Christmas Eve', es: 'Nochebuena', jp: 'クリスマスイブ' } }];
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
    const countries = [...text.countries.filter((country) => country !== 'NO'), 'CH'];
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
    const limited = (most: string) => ({ deposits: { ...money.text.deposits, EUR: { least: '5', most } } }) satisfies MoneyDraft;
    const [first, second, third] = await Promise.all([
      money.save(limited('100')),
      money.save(limited('200'), money.number, other),
      withdrawal.save({ countries: ['NO'] }),
    ]);
    expect([first.body.saved, second.body.saved].sort()).toEqual([false, true]);
    expect([first, second].map(({ status, body }) => [status, body.version.number])).toEqual([
      [200, money.number + 1],
      [200, money.number + 1],
    ]);
    expect(third.body.saved).toBe(true);
    const now = await openedSetting(shop, 'money');
    expect(now.text.deposits.EUR?.most).toBe(first.body.saved ? '100' : '200');
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
  const limited = (most: string) => ({ deposits: { ...text.deposits, EUR: { least: '6', most } } });
  expect((await save(limited('70'))).body.saved).toBe(true);
  await writeFile(join(folder, 'withdrawal.yaml'), 'countries: []\n');
  const kind = await shopSettingKind(folder);
  expect(await importKind(shop.ctx.db, folder, kind), 'another file changed').toMatchObject([{ file: 'withdrawal.yaml' }]);
  expect((await openedSetting(shop, 'money')).text.deposits.EUR).toEqual({ least: '6', most: '70' });
  await unlink(join(folder, 'money.yaml'));
  expect(await importKind(shop.ctx.db, folder, kind)).toEqual([{ file: 'money.yaml', replaced: number + 1 }]);
  const now = await openedSetting(shop, 'money');
  expect([now.number, now.text.deposits.EUR]).toEqual([number + 2, { least: '5', most: '10000' }]);
  const answers = await Promise.all(['80', '90'].map((most) => now.save(limited(most))));
  expect(answers.map(({ body }) => [body.saved, body.version.number]).sort()).toEqual([
    [false, number + 3],
    [true, number + 3],
  ]);
  await rm(folder, { recursive: true });
});

const firstAnswer = (change: (answer: SupportDraft['canned'][number]) => object) => (text: SupportDraft) => ({
  canned: text.canned.map((answer, index) => (index === 0 ? { ...answer, ...change(answer) } : answer)),
});

const closed = { mon: '', tue: '', wed: '', thu: '', fri: '', sat: '', sun: '' };
const oneHoliday = (changes: Partial<HolidayDraft>): HolidayDraft[] => [
  { day: '2026-12-24', until: '', name: { en: 'Closed', es: 'Cerrado', jp: '休業' }, ...changes },
];

describe('refused at its field by preview and save, in words without a file', () => {
  test.for([
    [
      'tax',
      { ...inclusive, rates: { NO: '101' } },
      'text.rates.NO',
      'Enter a percentage from 0 to 100 with two decimals at most, such as 21 or 5.5.',
    ],
    [
      'tax',
      { ...inclusive, rates: { NO: '' } },
      'text.rates.NO',
      'Enter a percentage from 0 to 100 with two decimals at most, such as 21 or 5.5.',
    ],
    ['tax', { ...inclusive, rates: { QQ: '1' } }, 'text.rates.QQ', 'QQ is no country.'],
    ['tax', { ...inclusive, rates: {} }, 'text.rates', 'Add the rate of one country at least.'],
    [
      'tax',
      { notes: { none: { en: 'x', es: ' ', jp: 'x' }, zero: { en: 'x', es: 'x', jp: 'x' }, reverse: { en: 'x', es: 'x', jp: 'x' } } },
      'text.notes.none.es',
      'Enter the sentence in Spanish.',
    ],
    ['withdrawal', { countries: ['NO', 'QQ'] as string[] }, 'text.countries', 'QQ is no country.'],
    ['support', { firstAnswerHours: 'soon' }, 'text.firstAnswerHours', 'Enter a whole number of hours from 1 to 720.'],
    ['support', { firstAnswerHours: '0' }, 'text.firstAnswerHours', 'Enter a whole number of hours from 1 to 720.'],
    [
      'support',
      { hours: { ...closed, mon: '22:00-06:00' } },
      'text.hours.mon',
      'The end must be after the beginning. Hours after midnight are of the next day: 22:00-24:00, then 00:00-06:00.',
    ],
    [
      'support',
      { hours: { ...closed, mon: 'nine' } },
      'text.hours.mon',
      'Enter times from 00:00 to 24:00, such as 09:00-17:00 or 09:00-12:00, 13:00-17:00.',
    ],
    ['support', { hours: closed }, 'text.hours', 'Enter hours for one day at least.'],
    [
      'support',
      { firstAnswerHours: '40', hours: { ...closed, mon: '09:00-10:00' } },
      'text.firstAnswerHours',
      'Enter 13 hours at most: that is a quarter of a year of your hours.',
    ],
    [
      'support',
      { holidays: oneHoliday({ day: 'xmas' }) },
      'text.holidays[0].day',
      'Enter a day such as 2026-12-24, or 12-24 for every year.',
    ],
    ['support', { holidays: oneHoliday({ until: '2026-12-20' }) }, 'text.holidays[0].until', 'The last day can’t be before the first one.'],
    [
      'support',
      { holidays: oneHoliday({ name: { en: 'Closed', es: 'Cerrado', jp: '' } }) },
      'text.holidays[0].name.jp',
      'Enter the name in Japanese.',
    ],
  ] as const)('%s %j', async ([name, changes, field, sentence], { shop }) => {
    const { preview, save } = await openedSetting<SettingName>(shop, name);
    for (const { status, body } of [await preview(changes), await save(changes)]) {
      expect([status, body]).toMatchObject([400, { errors: { '': [expect.stringContaining(sentence)], [field]: [sentence] } }]);
      expect(JSON.stringify(body)).not.toMatch(/shop\/|\.yaml/);
    }
  });

  test.for([
    ['least', '1.5', 'Enter a whole amount from 1 to 10,000,000, such as 50.'],
    ['least', 'lots', 'Enter a whole amount from 1 to 10,000,000, such as 50.'],
    ['most', '3', 'The maximum can’t be below the minimum of 5.'],
  ] as const)('deposits: %s %s', async ([side, typed, sentence], { shop }) => {
    const { text, save } = await openedSetting(shop, 'money');
    const { body } = await save({ deposits: { ...text.deposits, NOK: { least: '5', most: '10', [side]: typed } } });
    expect(body).toMatchObject({ errors: { '': [`NOK: ${sentence}`], [`text.deposits.NOK.${side}`]: [sentence] } });
  });

  test.for([
    ['a title missing', firstAnswer(() => ({ title: '' })), 'title', 'Enter a title.'],
    ['a text missing', firstAnswer(({ text }) => ({ text: { ...text, jp: '' } })), 'text.jp', 'Enter the text in Japanese.'],
    [
      'an unknown placeholder',
      firstAnswer(({ text }) => ({ text: { ...text, en: 'Hi {surname}' } })),
      'text.en',
      'In braces, only {name}, {number} and {operator} are allowed.',
    ],
  ] as const)('canned answer: %s', async ([, change, field, sentence], { shop }) => {
    const { text, save } = await openedSetting(shop, 'support');
    expect((await save(change(text))).body).toMatchObject({
      errors: { '': [`Answer 1: ${sentence}`], [`text.canned[0].${field}`]: [sentence] },
    });
  });
});

test.for(['manager', 'maker', 'support'] as const)('%s: may neither see nor edit the settings', async (role, { shop }) => {
  const { text, number, save } = await openedSetting(shop, 'money');
  const other = await operating(shop, role);
  expect((await other.call('GET /api/settings')).status).toBe(403);
  expect((await other.call('GET /api/setting', { name: 'money' })).status).toBe(403);
  expect((await other.call('GET /api/setting/version', { name: 'money', number: 1 })).status).toBe(403);
  expect((await other.call('POST /api/setting/preview', { name: 'money', text })).status).toBe(403);
  expect((await save({ deposits: { ...text.deposits, EUR: { least: '1', most: '2' } } }, number, other)).status).toBe(403);
});
