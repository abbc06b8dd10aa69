// Moves everything of the clients out into the plain files that a move in reads.
import { type Cell, formatCsvRows } from '#lib/csv.ts';
import { formatDecimal, getCurrencyCode } from '#lib/money/money.ts';
import { type CatalogueModule, formatOfferName } from '#modules/catalogue/actions.ts';
import { getServiceName } from '#modules/catalogue/rules.ts';
import { createPrinter } from '#modules/invoicing/actions.ts';
import { formatDocumentNumber, toSignedAmount } from '#modules/invoicing/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { MoveResult } from './deps.ts';
import { writeToFolder } from './folder.ts';
import * as queries from './queries-out.ts';
import { formatMoment, type MoveCounts, type MoveWarning, splitTicket } from './rules.ts';
import { type MoveFileName, moveColumns, moveFileNames } from './shapes-fields.ts';

type OutDeps = { readonly ctx: AppContext; readonly catalogue: CatalogueModule; readonly store: Pick<FileStore, 'read'> };
type Out = OutDeps & { readonly tx: DbClient; readonly folder: string; readonly withPasswords: boolean };
type OutRow = readonly Cell[];
/** Some rows of a file, and how many are left out of it. */
type Part = { readonly rows: readonly OutRow[]; readonly left: number };

const writers = {
  clients: writeClients,
  orders: writeOrders,
  invoices: writeInvoices,
  balances: writeBalances,
  subscriptions: writeSubscriptions,
  tickets: writeTickets,
} as const satisfies Readonly<Record<MoveFileName, (out: Out) => AsyncIterable<Part>>>;

const whyLeft: Readonly<Partial<Record<MoveFileName, string>>> = {
  orders: 'they are open, and a move brings finished ones',
  subscriptions: 'they are paused or end, so nothing more is charged',
  tickets: 'their writers have no account',
};

/** All files are of one moment. */
export async function moveOut(deps: OutDeps, folder: string, { withPasswords }: { readonly withPasswords: boolean }): Promise<MoveResult> {
  const warnings: MoveWarning[] = [];
  const counts: Partial<Record<MoveFileName, number>> = {};
  await transaction(deps.ctx.db, async (tx) => {
    await queries.setSnapshot(tx);
    for (const file of moveFileNames) {
      let [count, left] = [0, 0];
      async function* lines() {
        yield formatCsvRows([moveColumns[file]]);
        for await (const part of writers[file]({ ...deps, tx, folder, withPasswords })) {
          count += part.rows.length;
          left += part.left;
          yield formatCsvRows(part.rows);
        }
      }
      await writeToFolder(folder, `${file}.csv`, lines());
      counts[file] = count;
      if (left > 0) warnings.push({ file: `${file}.csv`, line: 0, field: '', warning: `${left} are left out: ${whyLeft[file]}.` });
    }
  });
  return { id: null, dryRun: false, counts: counts satisfies MoveCounts, errors: [], warnings, firstCharges: [] };
}

type ToRow<Row> = (row: Row) => OutRow | undefined | Promise<OutRow>;

async function* toParts<Row>(pages: AsyncIterable<readonly Row[]>, toRow: ToRow<Row>): AsyncGenerator<Part> {
  for await (const page of pages) {
    const rows: OutRow[] = [];
    for (const row of page) {
      const cells = await toRow(row);
      if (cells) rows.push(cells);
    }
    yield { rows, left: page.length - rows.length };
  }
}

const formatMoney = (amount: number, currency: number): Cell => ({ exact: formatDecimal({ amount, currency }) });
const formatTime = (text: string | null): string => formatMoment(text === null ? null : new Date(text));

function writeClients({ tx, withPasswords }: Out) {
  return toParts(queries.readClients(tx), (row) => {
    const name = (row.locale === 'jp' ? [row.last, row.first] : [row.first, row.last]).join(' ').trim();
    const where = [row.country, row.city, row.address, row.zipCode];
    const more = [row.locale, row.tags, row.notes, formatTime(row.createdAt), row.stripeCustomerId];
    return [row.email, name, row.company, row.vatId, ...where, ...more, withPasswords ? row.passwordHash : ''];
  });
}

function writeOrders({ tx, catalogue }: Out) {
  return toParts(queries.readOrders(tx), (row) => {
    const { number, email, offerId, status, currency } = row;
    if (status === 'open') return undefined;
    const type = catalogue.current().offers.find(({ id }) => id === offerId)?.serviceType ?? -1;
    const title = row.title || (offerId === null ? '' : formatOfferName({ catalogue }, offerId));
    const service = offerId === null ? row.service : getServiceName(catalogue.current(), type, 'en');
    const times = [formatTime(row.createdAt), formatTime(row.deliveredAt)];
    return [number, email, title, service, status, formatMoney(row.price, currency), getCurrencyCode(currency), ...times];
  });
}

const toInvoiceRow = ({
  number,
  email,
  issuedAt,
  net,
  vat,
  total,
  currency,
  paid,
  dueAt,
  file,
}: Omit<queries.OutInvoice, 'id'>): OutRow => {
  const amounts = [net, vat, total].map((amount) => formatMoney(amount, currency));
  return [number, email, formatTime(issuedAt), ...amounts, getCurrencyCode(currency), paid, formatTime(dueAt), file];
};

async function* writeInvoices({ ctx, tx, store, folder }: Out) {
  yield* toParts(queries.readPastInvoices(tx), async (row) => {
    const stored = row.file === '' ? undefined : await store.read(row.id);
    if (stored) await writeToFolder(folder, row.file, stored);
    return toInvoiceRow(row);
  });
  const press = createPrinter(ctx);
  try {
    yield* toParts(queries.readDocuments(tx), async ({ id, kind, year, serial, isOpen, content, ...row }) => {
      const number = formatDocumentNumber(kind, year, serial);
      // A shop that was moved in before may have had the same number.
      const file = `invoices/${number}-${id.slice(-8)}.pdf`;
      await writeToFolder(folder, file, await press.print(content));
      const amounts = { net: toSignedAmount(kind, row.net), vat: toSignedAmount(kind, row.vat), total: toSignedAmount(kind, row.total) };
      return toInvoiceRow({ ...row, ...amounts, number, file, paid: String(!isOpen) });
    });
  } finally {
    await press.stop();
  }
}

function writeBalances({ tx }: Out) {
  return toParts(queries.readOutBalances(tx), ({ email, currency, cash, promo }) => [
    ...[email, getCurrencyCode(currency), formatMoney(cash, currency), formatMoney(promo, currency)],
  ]);
}

function writeSubscriptions({ tx }: Out) {
  return toParts(queries.readSubscriptions(tx), (row) => {
    if (row.state !== 'active') return undefined;
    const price = [formatMoney(row.price, row.currency), getCurrencyCode(row.currency), 'month'];
    const stripe = [row.customer ?? '', row.reference ?? ''];
    return [row.email, row.offerId, row.quantity, row.platform ?? '', ...price, formatTime(row.nextAt), ...stripe];
  });
}

/** A conversation becomes one text. */
function writeTickets({ tx }: Out) {
  return toParts(queries.readTickets(tx), ({ email, createdAt, state, messages: [first, ...more] }) => {
    const thread = more.map(({ author, text, at }) => `${author === 'desk' ? 'Support' : 'Client'}, ${formatTime(at)}:\n${text}`);
    const { subject, message } = splitTicket([first?.text ?? '', ...thread].join('\n\n'));
    return email === null || (subject === '' && message === '') ? undefined : [email, subject, message, formatTime(createdAt), state];
  });
}
