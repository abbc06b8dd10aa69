// Reads what Stripe's dashboard exports as the plain files of a move. Pure.
import { getCell } from '#lib/csv-cells.ts';
import type { CsvTable } from '#lib/csv-reader.ts';
import { type Findings, type MoveTable, matchColumns } from './rules.ts';
import { MEANS_KIND, type MoveFileName, moveColumns } from './shapes-fields.ts';

/**
 * Files of the owner beside the exports: offers of this shop by Stripe's plans, and saved means by customer.
 */
export const stripeFiles = ['customers', 'subscriptions', 'offers', 'means'] as const;
export type StripeFile = (typeof stripeFiles)[number];
type StripeTables = Readonly<Partial<Record<StripeFile, CsvTable>>>;

type Row = { readonly line: number; readonly cell: (...titles: readonly string[]) => string };

/** Titles in any letter case; the first that the file has. */
function readRows(table: CsvTable | undefined): Row[] {
  const head = table?.head.map((title) => title.toLowerCase()) ?? [];
  return (table?.rows ?? []).map(({ line, cells }) => ({
    line,
    cell: (...titles) =>
      getCell(
        cells,
        titles.map((title) => head.indexOf(title.toLowerCase())).find((index) => index >= 0),
      ),
  }));
}

/** Rows keep the lines of the export, so that errors name them. */
function toTable(
  file: MoveFileName,
  rows: readonly { readonly line: number; readonly fields: Readonly<Record<string, string>> }[],
): MoveTable {
  const head: readonly string[] = file === 'subscriptions' ? [...moveColumns[file], MEANS_KIND] : moveColumns[file];
  const cells = rows.map(({ line, fields }) => ({ line, cells: head.map((field) => fields[field] ?? '') }));
  return { head, rows: cells, columns: matchColumns(file, head) };
}

/** What Stripe charges on would be charged by both. */
const isEnding = ({ cell }: Row): boolean =>
  /^(true|yes)$/i.test(cell('Cancel At Period End', 'cancel_at_period_end')) || cell('Canceled At (UTC)', 'canceled_at') !== '';

const isOver = ({ cell }: Row): boolean =>
  cell('Ended At (UTC)', 'ended_at') !== '' || ['incomplete', 'incomplete_expired'].includes(cell('Status'));

export function readStripe(tables: StripeTables, { errors, warnings }: Findings): Partial<Record<MoveFileName, MoveTable>> {
  const customers = readRows(tables.customers);
  const emails = new Map(customers.map(({ cell }) => [cell('id', 'Customer ID'), cell('Email', 'Customer Email')]));
  const offers = new Map(
    readRows(tables.offers).map(({ cell }) => [cell('plan'), { offerId: cell('offerId'), platform: cell('platform') }]),
  );
  const means = new Map(
    readRows(tables.means).map(({ cell }) => [
      cell('customer'),
      { id: cell('paymentMethod'), kind: /sepa|debit/i.test(cell('type')) ? 'debit' : 'card' },
    ]),
  );
  const subscriptions = readRows(tables.subscriptions).flatMap((row) => {
    const { line, cell } = row;
    if (isOver(row)) return [];
    const refuse = (field: string, error: string) => void errors.push({ file: 'subscriptions.csv', line, field, error });
    if (!isEnding(row))
      refuse('Cancel At Period End', 'Stripe would charge it on, too. Cancel it there at the end of the period, and export again.');
    const offer = offers.get(cell('Plan', 'plan'));
    if (!offer) refuse('Plan', `Say in offers.csv which offer of this shop ${cell('Plan') || 'it'} is.`);
    const customer = cell('Customer ID', 'customer');
    if (!means.has(customer))
      warnings.push({
        file: 'subscriptions.csv',
        line,
        field: 'Customer ID',
        warning: `means.csv has no saved means of ${customer}: the client pays by a link.`,
      });
    const fields = {
      ...{ email: cell('Customer Email') || (emails.get(customer) ?? ''), offerId: offer?.offerId ?? '', platform: offer?.platform ?? '' },
      ...{ quantity: cell('Quantity'), price: cell('Amount'), currency: cell('Currency').toUpperCase(), interval: cell('Interval') },
      ...{
        nextAt: cell('Current Period End (UTC)', 'current_period_end'),
        stripeCustomerId: customer,
        stripePaymentMethodId: means.get(customer)?.id ?? '',
        [MEANS_KIND]: means.get(customer)?.kind ?? '',
      },
    };
    return offer ? [{ line, fields }] : [];
  });
  const clients = customers.map(({ line, cell }) => ({
    line,
    fields: {
      ...{
        email: cell('Email', 'Customer Email'),
        name: cell('Name', 'Customer Name') || cell('Card Name'),
        createdAt: cell('Created (UTC)'),
      },
      ...{ country: cell('Address Country', 'Card Address Country'), city: cell('Address City', 'Card Address City') },
      ...{ address: cell('Address Line1', 'Card Address Line1'), zipCode: cell('Address Postal Code', 'Card Address Zip') },
      ...{ notes: cell('Description'), stripeCustomerId: cell('id', 'Customer ID') },
    },
  }));
  return { clients: toTable('clients', clients), subscriptions: toTable('subscriptions', subscriptions) };
}
