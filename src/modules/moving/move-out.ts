// Moves everything of the clients out into the plain files that a move in reads.
import { buffer } from 'node:stream/consumers';
import { type Cell, csvRows } from '#lib/csv.ts';
import { currencyCode, decimalMoney } from '#lib/money/money.ts';
import { type CatalogueModule, offerName } from '#modules/catalogue/actions.ts';
import { serviceName } from '#modules/catalogue/rules.ts';
import { paperNumber, signedAmount } from '#modules/invoicing/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { MoveResult } from './deps.ts';
import { writeToFolder } from './folder.ts';
import * as queries from './queries-out.ts';
import { formatMoment, type MoveCounts, type MoveWarning, splitTicket } from './rules.ts';
import { type MoveFileName, moveColumns, moveFileNames } from './shapes-fields.ts';

type OutDeps = { readonly ctx: AppContext; readonly catalogue: CatalogueModule; readonly store: Pick<FileStore, 'read'> };
type OutRow = readonly Cell[];
type Out = { readonly rows: readonly OutRow[]; readonly left?: readonly [count: number, why: string] };

export async function moveOut(deps: OutDeps, folder: string, { withPasswords }: { readonly withPasswords: boolean }): Promise<MoveResult> {
  const warnings: MoveWarning[] = [];
  const counts: Partial<Record<MoveFileName, number>> = {};
  const writers: Readonly<Record<MoveFileName, () => Promise<Out>>> = {
    clients: () => writeClients(deps, withPasswords),
    orders: () => writeOrders(deps),
    invoices: () => writeInvoices(deps, folder),
    balances: () => writeBalances(deps),
    subscriptions: () => writeSubscriptions(deps),
    tickets: () => writeTickets(deps),
  };
  for (const file of moveFileNames) {
    const { rows, left: [count, why] = [0, ''] } = await writers[file]();
    await writeToFolder(folder, `${file}.csv`, csvRows([moveColumns[file], ...rows]));
    counts[file] = rows.length;
    if (count > 0) warnings.push({ file: `${file}.csv`, line: 0, field: '', warning: `${count} are left out: ${why}.` });
  }
  return { id: null, dryRun: false, counts: counts satisfies MoveCounts, errors: [], warnings, firstCharges: [] };
}

const money = (amount: number, currency: number): Cell => ({ exact: decimalMoney({ amount, currency }) });
const moment = (text: string | null): string => formatMoment(text === null ? null : new Date(text));

async function writeClients({ ctx }: OutDeps, withPasswords: boolean): Promise<Out> {
  const rows = (await queries.readClients(ctx.db.reads)).map((row): OutRow => {
    const name = (row.locale === 'jp' ? [row.last, row.first] : [row.first, row.last]).join(' ').trim();
    const where = [row.country, row.city, row.address, row.zipCode];
    const more = [row.locale, row.tags, row.notes, moment(row.createdAt), row.stripeCustomerId];
    return [row.email, name, row.company, row.vatId, ...where, ...more, withPasswords ? row.passwordHash : ''];
  });
  return { rows };
}

async function writeOrders({ ctx, catalogue }: OutDeps): Promise<Out> {
  const all = await queries.readOrders(ctx.db.reads);
  const rows = all
    .filter(({ status }) => status !== 'open')
    .map((row): OutRow => {
      const { number, email, offerId, status, currency } = row;
      const type = catalogue.current().offers.find(({ id }) => id === offerId)?.serviceType ?? -1;
      const title = row.title || (offerId === null ? '' : offerName({ catalogue }, offerId));
      const service = offerId === null ? row.service : serviceName(catalogue.current(), type, 'en');
      const times = [moment(row.createdAt), moment(row.deliveredAt)];
      return [number, email, title, service, status, money(row.price, currency), currencyCode(currency), ...times];
    });
  return { rows, left: [all.length - rows.length, 'they are open, and a move brings finished ones'] };
}

async function writeInvoices({ ctx, store }: OutDeps, folder: string): Promise<Out> {
  const past = await queries.readPastInvoices(ctx.db.reads);
  for (const { id, file } of past) {
    const stored = file === '' ? undefined : await store.read(id);
    if (stored) await writeToFolder(folder, file, await buffer(stored));
  }
  const own = (await queries.readDocuments(ctx.db.reads)).map(({ kind, year, serial, isOpen, ...row }) => ({
    ...{ ...row, number: paperNumber(kind, year, serial), paid: String(!isOpen), file: '' },
    ...{ net: signedAmount(kind, row.net), vat: signedAmount(kind, row.vat), total: signedAmount(kind, row.total) },
  }));
  const rows = [...past, ...own].map(({ number, email, issuedAt, net, vat, total, currency, paid, dueAt, file }): OutRow => {
    const amounts = [net, vat, total].map((amount) => money(amount, currency));
    return [number, email, moment(issuedAt), ...amounts, currencyCode(currency), paid, moment(dueAt), file];
  });
  return { rows };
}

async function writeBalances({ ctx }: OutDeps): Promise<Out> {
  const balances = await queries.readOutBalances(ctx.db.reads);
  return {
    rows: balances.map(({ email, currency, cash, promo }) => [
      email,
      currencyCode(currency),
      money(cash, currency),
      money(promo, currency),
    ]),
  };
}

async function writeSubscriptions({ ctx }: OutDeps): Promise<Out> {
  const all = await queries.readSubscriptions(ctx.db.reads);
  const rows = all
    .filter(({ state }) => state === 'active')
    .map((row): OutRow => {
      const price = [money(row.price, row.currency), currencyCode(row.currency)];
      const platform = row.platform === null ? '' : row.platform;
      return [
        row.email,
        row.offerId,
        row.quantity,
        platform,
        ...price,
        'month',
        moment(row.nextAt),
        row.customer ?? '',
        row.reference ?? '',
      ];
    });
  return { rows, left: [all.length - rows.length, 'they are paused or end, so nothing more is charged'] };
}

/** A conversation becomes one text. */
async function writeTickets({ ctx }: OutDeps): Promise<Out> {
  const messages = Map.groupBy(await queries.readMessages(ctx.db.reads), ({ number }) => number);
  const all = await queries.readTickets(ctx.db.reads);
  const rows = all.flatMap(({ number, email, createdAt, state }): OutRow[] => {
    if (email === null) return [];
    const [first, ...more] = messages.get(number) ?? [];
    const thread = more.map(({ author, text, at }) => `${author === 'desk' ? 'Support' : 'Client'}, ${moment(at)}:\n${text}`);
    const { subject, message } = splitTicket([first?.text ?? '', ...thread].join('\n\n'));
    return subject === '' && message === '' ? [] : [[email, subject, message, moment(createdAt), state]];
  });
  return { rows, left: [all.length - rows.length, 'their writers have no account'] };
}
