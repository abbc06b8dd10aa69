// The books of a month for the accountant, as one ZIP file: lists of the documents, of VAT and of the ledger,
// the batch for DATEV, and each document as PDF and, where it has all that one needs, as e-invoice. All is
// read and made page by page while it is sent; a thread draws the documents.

import { Readable } from 'node:stream';
import { type Cell, formatCsv, formatCsvRows } from '#lib/csv.ts';
import { type CurrencyNumber, getCurrencyCode } from '#lib/money/money.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { addDays, startOfDay } from '#lib/time/days.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { type ArchiveEntry, packArchive } from '#modules/fulfilment/export/archive.ts';
import type { InvoicingModule } from '#modules/invoicing/actions.ts';
import type { BillingDocument } from '#modules/invoicing/queries.ts';
import { countDocuments, listDocumentPage, type Span, sumVat } from '#modules/invoicing/queries-books.ts';
import { paperKindLabels, toSignedAmount } from '#modules/invoicing/rules.ts';
import { listTransferPage } from '#modules/wallet/queries-reports.ts';
import type { AppContext } from '#platform/app-context.ts';
import { Download } from '#platform/http/api-routes.ts';
import { formatCsvAmount, formatCsvTime } from '#platform/http/csv-download.ts';
import { formatDatevHead, formatDatevRows } from './datev.ts';
import type { BooksRequest, VatRow } from './shapes.ts';

export type BooksDeps = { readonly ctx: AppContext; readonly zone: string; readonly papers: Pick<InvoicingModule, 'print'> };

const messages = {
  many: /*i18n*/ {
    id: 'books.many',
    message: 'This month has more than {count} documents, too many for one file. Download it without the documents.',
  },
} as const satisfies Record<string, Message>;

/** A ZIP file without extensions has 65,535 files at most, and a document is up to two. */
const MAX_DOCUMENTS = 30_000;
const PAGE_ROWS = 100;
const HUNDREDTHS = 100;

/** `month`: "2026-11", in the shop's time zone. */
function toSpan(month: string, zone: string) {
  const from = `${month}-01`;
  const next = `${addDays(from, 31).slice(0, 'yyyy-mm'.length)}-01`;
  return { from, until: addDays(next, -1), span: { from: startOfDay(from, zone), until: startOfDay(next, zone) } };
}

export async function openBooks(deps: BooksDeps, { month, documents }: BooksRequest): Promise<Download> {
  const { ctx, zone } = deps;
  const { from, until, span } = toSpan(month, zone);
  const isWhole = documents === 'with';
  if (isWhole && (await countDocuments(ctx.db.reads, span)) > MAX_DOCUMENTS)
    throw new UserError(400, { documents: [{ ...messages.many, values: { count: MAX_DOCUMENTS.toLocaleString('en') } }] });
  const at = ctx.clock.now();
  const files = {
    'documents.csv': () => generateDocumentRows(deps, span),
    'vat.csv': () => generateVatRows(deps, span),
    'ledger.csv': () => generateLedgerRows(deps, span),
    'EXTF_Buchungsstapel.csv': () => generateDatevRows(deps, span, formatDatevHead({ from, until, at })),
  };
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for (const [name, rows] of Object.entries(files)) yield { name, at, content: async () => toBytes(rows()) };
    if (isWhole) yield* generateDocumentFiles(deps, span, at);
  }
  return new Download({ name: `books-${month}.zip`, bytes: undefined, stream: packArchive(entries()) });
}

async function* toBytes(rows: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const row of rows) yield Buffer.from(row);
}

async function* listDocuments({ ctx }: BooksDeps, span: Span): AsyncGenerator<readonly BillingDocument[]> {
  for (let after: string | undefined; ; ) {
    const page = await listDocumentPage(ctx.db.reads, span, after, PAGE_ROWS);
    if (page.length > 0) yield page;
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)?.id;
  }
}

async function* generateDocumentFiles(deps: BooksDeps, span: Span, at: Date): AsyncGenerator<ArchiveEntry> {
  for await (const page of listDocuments(deps, span))
    for (const document of page) {
      const pdf = await deps.papers.print(document);
      const xml = await tryEInvoice(deps, document);
      const name = `documents/${document.content.number}`;
      // Stored as it is: it is compressed.
      yield { name: `${name}.pdf`, at, content: async () => Readable.from([pdf]) };
      if (xml !== undefined) yield { name: `${name}.xml`, at, content: Buffer.from(xml) };
    }
}

/** Undefined if it has not all that an e-invoice needs. */
async function tryEInvoice({ ctx }: BooksDeps, document: BillingDocument): Promise<string | undefined> {
  const { writeEInvoice } = await import('#modules/invoicing/einvoice/einvoice.ts');
  return writeEInvoice(ctx.db.reads, document, 'ubl', 'desk').catch((cause: unknown) => {
    if (cause instanceof UserError) return undefined;
    throw cause;
  });
}

const formatAmounts = (values: readonly number[], currency: CurrencyNumber): Cell[] => [
  ...values.map((amount) => formatCsvAmount(amount, currency)),
  getCurrencyCode(currency),
];

async function* generateDocumentRows(deps: BooksDeps, span: Span): AsyncGenerator<string> {
  yield formatCsv(['Number', 'Type', 'Issued (UTC)', 'Buyer', 'VAT ID', 'Country', 'Corrects', 'Net', 'VAT', 'Gross', 'Currency'], []);
  for await (const page of listDocuments(deps, span))
    yield formatCsvRows(
      page.map(({ kind, issuedAt, currency, net, vat, gross, content: { number, buyer, corrects } }) => [
        ...[number, paperKindLabels[kind], formatCsvTime(issuedAt.toISOString())],
        ...[buyer.company || formatPersonName(buyer), buyer.vatId, buyer.country, corrects?.number ?? ''],
        ...formatAmounts(
          [net, vat, gross].map((amount) => toSignedAmount(kind, amount)),
          currency,
        ),
      ]),
    );
}

export const readVat = ({ ctx, zone }: Pick<BooksDeps, 'ctx' | 'zone'>, { from, to }: { readonly from: string; readonly to: string }) =>
  sumVat(ctx.db.reads, { from: startOfDay(from, zone), until: startOfDay(addDays(to, 1), zone) });

const formatVat = (rows: readonly VatRow[]): string =>
  formatCsv(
    ['Country', 'Rate', 'Without VAT because', 'Documents', 'Net', 'VAT', 'Gross', 'Currency'],
    rows.map(({ country, rate, why, documents, net, vat, gross, currency }) => [
      ...[country, rate / HUNDREDTHS, why, documents, ...formatAmounts([net, vat, gross], currency)],
    ]),
  );

async function* generateVatRows({ ctx }: BooksDeps, span: Span): AsyncGenerator<string> {
  yield formatVat(await sumVat(ctx.db.reads, span));
}

async function* generateLedgerRows({ ctx }: BooksDeps, span: Span): AsyncGenerator<string> {
  yield formatCsv(['Id', 'Time (UTC)', 'Kind', 'From', 'To', 'Amount', 'Currency', 'Subject', 'Customer'], []);
  for (let after = 0; ; ) {
    const page = await listTransferPage(ctx.db.reads, span, after, PAGE_ROWS);
    yield formatCsvRows(
      page.map(({ id, at, kind, from, to, amount, currency, subjectId, accountId }) => [
        ...[id, formatCsvTime(at.toISOString()), kind, from, to, ...formatAmounts([amount], currency), subjectId, accountId ?? ''],
      ]),
    );
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)?.id ?? after;
  }
}

async function* generateDatevRows(deps: BooksDeps, span: Span, head: string): AsyncGenerator<string> {
  yield head;
  for await (const page of listDocuments(deps, span)) yield page.map(({ content }) => formatDatevRows(content)).join('');
}
