// Stripe's exports as plain files: what is brought, and what both systems would charge.

import { expect, test } from 'vitest';
import { readCsv } from '#lib/csv-reader.ts';
import { parseFiles } from './parse-files.ts';
import { createFindings } from './rules.ts';
import { readStripe } from './rules-stripe.ts';

const table = (text: string) => {
  const read = readCsv(new TextEncoder().encode(text), 100);
  if (typeof read === 'string') throw new Error(read);
  return read;
};

const head =
  'id,Customer ID,Customer Email,Plan,Quantity,Currency,Interval,Amount,Status,Current Period End (UTC),Canceled At (UTC),Ended At (UTC)';
const customers = table(
  'id,Description,Email,Name,Created (UTC),Card Address Country\ncus_1,,ada@shop.example,Ada Sample,2023-04-01 10:00,NO\n',
);
const offers = table('plan,offerId\nprice_1,growth-accelerator-bundle\n');

test('a subscription that ends with its period: begins here then, with the saved means of its customer', () => {
  const findings = createFindings();
  const subscriptions = table(`${head}\nsub_1,cus_1,,price_1,1,eur,month,300.00,active,2027-01-15 09:00,2026-12-01 10:00,\n`);
  const tables = readStripe(
    { customers, subscriptions, offers, means: table('customer,paymentMethod,type\ncus_1,pm_1,sepa_debit\n') },
    findings,
  );
  expect(findings).toEqual(createFindings());
  expect(tables.clients?.rows).toEqual([
    { line: 2, cells: ['ada@shop.example', 'Ada Sample', '', '', 'NO', '', '', '', '', '', '', '2023-04-01 10:00', 'cus_1', ''] },
  ]);
  expect(tables.subscriptions?.rows).toEqual([
    {
      line: 2,
      cells: [
        'ada@shop.example',
        'growth-accelerator-bundle',
        '1',
        '',
        '300.00',
        'EUR',
        'month',
        '2027-01-15 09:00',
        'cus_1',
        'pm_1',
        'debit',
      ],
    },
  ]);
  expect(parseFiles(tables, findings).subscriptions).toMatchObject([{ stripePaymentMethodId: 'pm_1', meansKind: 'debit' }]);
});

test('a subscription that Stripe charges on, or of a plan without an offer: refused by its line; one that is over is left out', () => {
  const findings = createFindings();
  const rows = [
    'sub_1,cus_1,,price_1,1,eur,month,300.00,active,2027-01-15 09:00,,',
    'sub_2,cus_1,,price_2,1,eur,month,5.00,active,2027-01-15 09:00,2026-12-01 10:00,',
    'sub_3,cus_1,,price_1,1,eur,month,5.00,canceled,2026-01-15 09:00,2026-01-01 10:00,2026-01-15 09:00',
  ];
  readStripe({ customers, subscriptions: table([head, ...rows].join('\n')), offers }, findings);
  expect(findings.errors.map(({ line, field }) => [line, field])).toEqual([
    [2, 'Cancel At Period End'],
    [3, 'Plan'],
  ]);
});
