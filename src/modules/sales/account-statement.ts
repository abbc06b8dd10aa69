// The statement of a client's account in a currency: what was invoiced, credited, paid and refunded in a
// period, and what is owed before and after it. Shown, and as PDF and CSV.
import { Readable } from 'node:stream';
import { formatCsv } from '#lib/csv.ts';
import type { Locale } from '#lib/locale.ts';
import { getDocumentLook } from '#lib/look/paper-look.ts';
import { getCurrencyCode, showMoney } from '#lib/money/money.ts';
import { showDay } from '#lib/time/date.ts';
import { addDays, getDayIn, startOfDay } from '#lib/time/days.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { getPrintedLocale } from '#modules/invoicing/compose.ts';
import { findDetails } from '#modules/invoicing/queries-details.ts';
import { formatDocumentNumber } from '#modules/invoicing/rules.ts';
import type { SavedFile } from '#platform/http/bytes.ts';
import { formatCsvAmount } from '#platform/http/csv-download.ts';
import { translate } from '#platform/i18n.ts';
import { takePoints } from '#platform/limits/limits.ts';
import type { SalesDeps } from './create-order.ts';
import { type AccountLineKind, listAccountLines, sumAccount } from './queries-account.ts';
import type { AccountStatement, AccountStatementRequest } from './shapes-account.ts';
import { drawStatementWords, type StatementPress } from './statement-words.ts';

const messages = {
  period: /*i18n*/ { id: 'account.period', message: 'Choose a last day that isn’t before the first one.' },
  long: /*i18n*/ { id: 'account.long', message: 'There are too many entries. Choose a shorter period.' },
} as const satisfies Record<string, Message>;

const toBalance = /*i18n*/ { id: 'account.toBalance', message: 'Refund to the balance' };
const toCredit = /*i18n*/ { id: 'account.toCredit', message: 'Refund as promotional credit' };
const fromBalance = /*i18n*/ { id: 'account.fromBalance', message: 'Payment from the balance' };

const online = /*i18n*/ { id: 'account.sale', message: 'Payment online' };

const kinds: Readonly<Record<AccountLineKind | 'opening' | 'closing', Message>> = {
  opening: /*i18n*/ { id: 'account.opening', message: 'Opening balance' },
  closing: /*i18n*/ { id: 'account.closing', message: 'Amount due' },
  invoice: /*i18n*/ { id: 'account.invoice', message: 'Invoice' },
  credit: /*i18n*/ { id: 'account.credit', message: 'Credit note' },
  sale: online,
  settledOnline: online,
  spend: fromBalance,
  spendPromo: /*i18n*/ { id: 'account.spendPromo', message: 'Payment with promotional credit' },
  settled: /*i18n*/ { id: 'account.settled', message: 'Bank transfer' },
  settledFromBalance: fromBalance,
  settledUndone: /*i18n*/ { id: 'account.settledUndone', message: 'Bank transfer taken back' },
  fundsTaken: fromBalance,
  fundsRestored: toBalance,
  reinstatedToBalance: toBalance,
  refund: /*i18n*/ { id: 'account.refund', message: 'Refund to the payment method' },
  giveBack: toBalance,
  partBack: toBalance,
  giveBackPromo: toCredit,
  partBackPromo: toCredit,
  returned: /*i18n*/ { id: 'account.returned', message: 'Payment taken back by the bank' },
  reinstated: /*i18n*/ { id: 'account.reinstated', message: 'Payment given back by the bank' },
};

const MAX_LINES = 1_000;

export type AccountDeps = Pick<SalesDeps, 'ctx' | 'shop'> & { readonly press: StatementPress };
type Request = AccountStatementRequest & { readonly accountId: string; readonly locale: Locale };

/** The last three months, if no days are chosen. */
const USUAL_DAYS = 90;

export async function readAccountStatement({ ctx, shop }: AccountDeps, request: Request): Promise<AccountStatement> {
  const { accountId, currency, locale } = request;
  const zone = shop.brand.timeZone;
  const until = request.until ?? getDayIn(zone, ctx.clock.now());
  const from = request.from ?? addDays(until, -USUAL_DAYS);
  if (until < from) throw new UserError(400, { until: [messages.period] });
  const begin = startOfDay(from, zone);
  const [opening, found] = await Promise.all([
    sumAccount(ctx.db.orm, { accountId, currency }, begin),
    listAccountLines(ctx.db.orm, { accountId, currency, from: begin, until: startOfDay(addDays(until, 1), zone), limit: MAX_LINES + 1 }),
  ]);
  if (found.length > MAX_LINES) throw new UserError(400, { from: [messages.long] });
  let balance = opening;
  const lines = found.map(({ key: id, at, kind, year, serial, amount }) => {
    balance += amount;
    const isDocument = kind === 'invoice' || kind === 'credit';
    const number = isDocument && year && serial ? formatDocumentNumber(kind, year, serial) : '';
    return { id, day: getDayIn(zone, at), kind, text: translate(kinds[kind], locale), number, amount, balance };
  });
  const sum = (kind: 'opening' | 'closing', day: string, sumOfDay: number) => ({
    ...{ id: kind, day, kind, text: translate(kinds[kind], locale), number: '', amount: null, balance: sumOfDay },
  });
  return {
    ...{ currency, from, until, opening, closing: balance },
    lines: [sum('opening', from, opening), ...lines, sum('closing', until, balance)],
  };
}

export async function saveAccountStatement(deps: AccountDeps, request: Request & { readonly format: 'pdf' | 'csv' }): Promise<SavedFile> {
  await takePoints(deps.ctx, [{ limit: 'paper.account', of: request.accountId }]);
  const statement = await readAccountStatement(deps, request);
  const bytes = request.format === 'csv' ? Buffer.from(formatStatement(statement)) : await drawStatement(deps, request, statement);
  const name = `statement-${getCurrencyCode(statement.currency)}-${statement.from}-${statement.until}.${request.format}`;
  return { name, bytes: bytes.length, stream: Readable.from([bytes], { objectMode: false }) };
}

function formatStatement({ currency, lines }: AccountStatement): string {
  const amount = (value: number | null) => (value === null ? '' : formatCsvAmount(value, currency));
  return formatCsv(
    ['Date', 'Entry', 'Number', 'Amount', 'Balance', 'Currency'],
    lines.map((line) => [line.day, line.text, line.number, amount(line.amount), amount(line.balance), getCurrencyCode(currency)]),
  );
}

async function drawStatement({ ctx, shop, press }: AccountDeps, { accountId, ...request }: Request, statement: AccountStatement) {
  const locale = getPrintedLocale(request.locale);
  const recipient = await findMailRecipient(ctx.db.orm, accountId);
  const details = await findDetails(ctx.db.orm, accountId);
  const { brand, company } = shop;
  const { currency } = statement;
  const words = drawStatementWords(statement, {
    ...{ locale, at: ctx.clock.now(), brand: brand.name, look: getDocumentLook(brand) },
    seller: [company.legalName, company.street, `${company.postalCode} ${company.city}`, company.email],
    buyer: [details?.company ?? '', recipient?.name ?? '', recipient?.email ?? ''].filter(Boolean),
    money: (amount) => showMoney({ amount, currency }, locale),
    day: (iso) => showDay(iso, brand.dateLocale, locale).shown,
  });
  return press(words);
}
