// Moving in and out: what comes, what is refused and undone, and that a second shop has the same.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { payOut } from '#modules/wallet/claims.ts';
import { transaction } from '#platform/database/database.ts';
import { logIn } from '../../../tests/support/accounts.ts';
import { operating } from '../../../tests/support/desk.ts';
import { auditedTest, buyer, getBalance, order } from '../../../tests/support/money.ts';
import { agency, bringIn, readLines, takeOut } from '../../../tests/support/moves.ts';
import { patience } from '../../../tests/support/patience.ts';
import { accountId } from '../../../tests/support/rows/accounts.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { undoMove } from './undo.ts';

const test = auditedTest({ environment: { RATE_LIMITS: 'off', DATABASE_POOL: '8' } });

const errorsIn = async (shop: Shop, files: Readonly<Record<string, string>>) => {
  const { id, errors } = await bringIn(shop, files);
  return [id, errors.map(({ file, line, field, error }) => `${file} ${line} ${field}: ${error}`)];
};

describe('a move in', () => {
  test('of everything: a dry run changes nothing and shows first charges, the run brings all, and a second is refused', async ({
    shop,
  }) => {
    const files = agency(3, { orders: 9, invoices: 8 });
    const dry = await bringIn(shop, files, { dryRun: true });
    const counts = { clients: 3, orders: 9, invoices: 8, balances: 3, subscriptions: 1, tickets: 1 };
    expect(dry).toMatchObject({ id: null, dryRun: true, counts, errors: [] });
    const charge = { at: '2027-01-15T09:00:00.000Z', amount: '300.00', currency: 'EUR', by: 'card' };
    const debit = { 'subscriptions.csv': files['subscriptions.csv']?.replace(/\n(.*)\n$/, ',meansKind\n$1,debit\n') ?? '' };
    expect((await bringIn(shop, { ...files, ...debit }, { dryRun: true })).firstCharges).toMatchObject([{ ...charge, by: 'debit' }]);
    expect(dry.firstCharges).toMatchObject([{ line: 2, email: 'client0@agency.example', offerId: 'growth-accelerator-bundle', ...charge }]);
    const done = await bringIn(shop, files);
    expect(done).toMatchObject({ id: expect.any(String), dryRun: false, counts, errors: [] });
    expect(await errorsIn(shop, files)).toEqual([
      null,
      expect.arrayContaining([` 0 : These files were moved in already, by ${done.id}. Undo that first.`]),
    ]);
    const manager = await operating(shop, 'manager');
    const id = await accountId(shop, 'client0@agency.example');
    const { body: customer } = await manager.call('GET /api/customer', { id });
    expect(customer).toMatchObject({
      name: 'Client Number0',
      balances: expect.arrayContaining([{ currency: 0, balance: 1_500, promo: 500 }]),
    });
    expect((await manager.call('GET /api/subscriptions', { customerId: id })).body.data).toMatchObject([
      { offerId: 'growth-accelerator-bundle', state: 'active', nextAt: '2027-01-15T09:00:00.000Z', price: 30_000 },
    ]);
    expect((await undoMove(shop.ctx, done.id ?? '', { dryRun: false })).errors).toEqual([]);
  });

  test('of rows that are not right: all are named by file, line and field, and nothing is brought', async ({ shop }) => {
    const files = {
      'clients.csv':
        'email,name,country,language,passwordHash,colour\nnobody,A,NO,en,,red\nb@c.example,B,Norway,xx,md5:abc,\nb@c.example,B,NO,en,,\n',
      'orders.csv':
        'number,email,title,status,price,currency,createdAt\n1,b@c.example,T,processing,1,EUR,2024-02-30\n2,b@c.example,T,delivered,1.234,ABC,2024-02-03\n',
      'invoices.csv':
        'number,email,date,total,currency,paid,file\n7,b@c.example,2024-02-03,10,EUR,perhaps,../a.pdf\n8,b@c.example,2024-02-03,10,EUR,true,none.pdf\n',
      'balances.csv': 'email,currency,cash,credit\nb@c.example,EUR,-5,0\n',
      'subscriptions.csv':
        'email,offerId,price,currency,interval,nextAt,stripePaymentMethodId\nb@c.example,none,5,EUR,year,2020-01-01,card\nb@c.example,growth-accelerator-bundle,5,EUR,month,2020-01-01,pm_1\n',
      'tickets.csv': 'email,subject,message,createdAt,state\nb@c.example,,,2024-02-03,lost\n',
    };
    expect(await errorsIn(shop, files)).toEqual([
      null,
      [
        'clients.csv 2 email: This is not an email address.',
        'clients.csv 3 language: Use en, es or ja.',
        'clients.csv 3 country: Use a country code of ISO 3166, such as NO.',
        'clients.csv 3 passwordHash: Use a hash of bcrypt ($2a$, $2b$, $2y$), argon2 ($argon2id$) or phpass ($P$), or leave it empty.',
        'orders.csv 2 status: Order 1 is open (processing). Finish it in the system before, or write delivered or cancelled.',
        'orders.csv 2 createdAt: Use an ISO date, such as 2026-11-30.',
        'orders.csv 3 currency: Use a currency code of ISO 4217, such as EUR.',
        'orders.csv 3 price: Use an amount such as 12.50, in the decimals of its currency.',
        'invoices.csv 2 paid: Use true, false, the amount that is paid, or the day of payment.',
        'balances.csv 2 cash: Use an amount such as 12.50, in the decimals of its currency.',
        'subscriptions.csv 2 interval: This shop renews subscriptions by the month.',
        'subscriptions.csv 2 stripePaymentMethodId: Use an id of Stripe that begins with pm_ or card_ or src_.',
        'tickets.csv 2 message: This field is empty.',
        'tickets.csv 2 state: Use open or waiting or closed.',
        'invoices.csv 3 file: There is no such file in the folder.',
        'subscriptions.csv 3 nextAt: The next charge is in the past. Write the day of the first charge that this shop makes.',
        'subscriptions.csv 3 stripeCustomerId: A saved means needs its customer at Stripe.',
      ],
    ]);
    expect(await shop.sql(`select from account where email = 'b@c.example'`)).toEqual([]);
    expect(await errorsIn(shop, { 'other.csv': 'a\n1\n' })).toMatchObject([null, [expect.stringContaining('There is none of the files')]]);
    expect(
      await errorsIn(shop, { 'orders.csv': 'number,email,status,price,currency,createdAt\n3,who@c.example,delivered,1,EUR,2024-02-03\n' }),
    ).toEqual([null, ['orders.csv 2 email: There is no client who@c.example, here or in clients.csv.']]);
  });

  test('with passwords: each kind of hash logs in once by the old password and is renewed', async ({ shop }) => {
    const passwords = {
      'bcrypt@hash.example': ['$2y$04$X11Qx2TvJPKW17bOJoly/uvx2JKtAZaM6cacyzzlnpVNnwTVn7QIe', 'correct horse'],
      'argon@hash.example': [
        '$argon2id$v=19$m=1024,t=3,p=2$eD6uPhH78Ua9QWrGq7C9/g$GRjShRauvCmz774L92woH15+8tF177EKTRP/IwnikB8',
        'correct horse',
      ],
      'phpass@hash.example': ['$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0', 'test12345'],
    } as const;
    const lines = Object.entries(passwords).map(([email, [hash]]) => `${email},"${hash}"`);
    expect(await errorsIn(shop, { 'clients.csv': `email,passwordHash\n${lines.join('\n')}\n` })).toMatchObject([expect.any(String), []]);
    for (const [email, [hash, password]] of Object.entries(passwords)) {
      expect((await shop.call('POST /api/Accounts/login', { email, password: 'wrong password' })).status).toBe(400);
      await logIn(shop, email, { password });
      const [stored] = await shop.sql<{ hash: string }>('select password_hash as hash from account where email = $1', [email]);
      expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,/);
      expect(stored?.hash).not.toBe(hash);
      await logIn(shop, email, { password });
    }
  });
});

test('a large agency: comes within a minute', { timeout: patience(120_000) }, async ({ shop }) => {
  const share = process.env.FULL ? 1 : 0.1;
  const files = agency(800 * share, { orders: 12_000 * share, invoices: 3_000 * share, domain: 'large.example' });
  const since = performance.now();
  expect((await bringIn(shop, files)).errors).toEqual([]);
  const seconds = (performance.now() - since) / 1_000;
  expect(seconds).toBeLessThan(60);
});

describe('undo', () => {
  test('takes everything back by counter-entries, lets stay who has done something since, and the same files come again', async ({
    shop,
  }) => {
    const files = agency(3, { orders: 3, invoices: 3, domain: 'undo.example' });
    const { id } = await bringIn(shop, files);
    const manager = await operating(shop, 'manager');
    await manager.call('POST /api/customer/note', { id: await accountId(shop, 'client2@undo.example'), text: 'Called today' });
    const dry = await undoMove(shop.ctx, id ?? '', { dryRun: true });
    const undone = await undoMove(shop.ctx, id ?? '', { dryRun: false });
    expect(undone).toEqual({ ...dry, dryRun: false });
    expect(undone).toMatchObject({
      errors: [],
      counts: { clients: 2, orders: 3, invoices: 3, balances: 3, subscriptions: 1, tickets: 1 },
      warnings: [{ warning: 'client2@undo.example stays: the customer has a note that was written since.' }],
    });
    expect(await shop.sql(`select email from account where email like '%@undo.example'`)).toEqual([{ email: 'client2@undo.example' }]);
    expect((await undoMove(shop.ctx, id ?? '', { dryRun: false })).errors).toMatchObject([{ error: 'This move is undone already.' }]);
    const again = await bringIn(shop, files);
    expect(again).toMatchObject({ id: expect.any(String), errors: [] });
    expect(again.warnings).toMatchObject([{ line: 6, warning: 'client2@undo.example is a client already and stays as it is.' }, {}]);
  });

  test('is refused once a balance was spent, and credit is spent last and never paid out', async ({ shop }) => {
    const who = await buyer(shop);
    const balances = { 'balances.csv': `email,currency,cash,credit\n${who.email},EUR,40.00,100.00\n` };
    const { id } = await bringIn(shop, balances);
    expect(await getBalance(shop, who)).toBe(14_000);
    const payout = { id: crypto.randomUUID(), accountId: await accountId(shop, who.email), currency: 0, amount: 4_001 };
    const paying = transaction(shop.ctx.db, (tx) => payOut(shop.ctx, tx, { id: payout.id, name: 'Maren' }, payout));
    await expect(paying).rejects.toMatchObject({ status: 400 });
    expect((await order(shop, who, { payFromBalance: true })).status).toBe(200);
    const left = await getBalance(shop, who);
    expect(await undoMove(shop.ctx, id ?? '', { dryRun: false })).toMatchObject({
      errors: [{ file: 'balances.csv', field: 'cash', error: `${who.email} has spent from this balance, so the move stays.` }],
    });
    expect(await getBalance(shop, who)).toBe(left);
    expect(await errorsIn(shop, { 'balances.csv': `email,currency,cash\n${who.email},EUR,41\n` })).toEqual([
      null,
      [`balances.csv 2 currency: The balance of ${who.email} in this currency was brought over already.`],
    ]);
  });
});

test('a subscription that was brought: is announced, renews on its day as an order here, and undo lets it stay', async ({ shop }) => {
  const { id } = await bringIn(shop, agency(1, { domain: 'renewed.example' }));
  const email = 'client0@renewed.example';
  shop.clock.turn({ days: Math.ceil((Date.parse('2027-01-13T12:00:00Z') - shop.clock.now().getTime()) / 86_400_000) });
  await letRun(shop, 'subscriptions.renew');
  expect((await shop.mail(email)).subject).toMatch(/Growth Accelerator/);
  shop.clock.turn({ days: 3 });
  await letRun(shop, 'subscriptions.renew');
  const orders = await shop.sql('select status, price from shop_order o join account a on a.id = account_id where email = $1', [email]);
  expect(orders).toEqual([{ status: 5, price: 30_000 }]);
  const undone = await undoMove(shop.ctx, id ?? '', { dryRun: false });
  expect(undone).toMatchObject({
    errors: [],
    counts: { subscriptions: 0, clients: 0 },
    warnings: [{ warning: `${email} stays: the customer has an order.` }],
  });
});

test('out, into an empty shop and out: the files are equal but for the order of lines, and only their user reads them', async ({
  shop,
}) => {
  const files = agency(4, { orders: 12, invoices: 9, domain: 'out.example', nextAt: '2027-06-15' });
  const pdf = {
    'pdf/1.pdf': '%PDF-1.4 old',
    'invoices.csv': `${files['invoices.csv']}\nX-1,client1@out.example,2024-01-01,80.00,20.00,100.00,USD,40.00,,pdf/1.pdf\n`,
  };
  expect((await bringIn(shop, { ...files, ...pdf })).errors).toEqual([]);
  const who = await buyer(shop);
  await bringIn(shop, { 'balances.csv': `email,currency,cash\n${who.email},EUR,900.00\n` });
  expect((await order(shop, who, { payFromBalance: true })).status).toBe(200);
  await letRun(shop, 'invoicing.issue');
  const first = await takeOut(shop, true);
  const own = readLines(first.folder)['invoices.csv']?.filter((line) => line.includes(who.email));
  expect(own).toMatchObject([expect.stringMatching(/,invoices\/[\w-]+\.pdf$/)]);
  await using other = await openShop();
  expect((await bringIn(other, first.folder)).errors).toEqual([]);
  const second = await takeOut(other, true);
  expect(readLines(second.folder)).toEqual(readLines(first.folder));
  expect(readLines(second.folder)).toMatchObject({ 'pdf/1.pdf': ['%PDF-1.4 old'] });
  expect(statSync(join(second.folder, 'clients.csv')).mode & 0o777).toBe(0o600);
  expect(readLines((await takeOut(other)).folder)['clients.csv']?.join()).not.toContain('$argon2id$');
});
