// The API of the invoicing module for other modules: lists documents, renders them as PDF, and stores invoice
// details. A job issues them.
import { Readable } from 'node:stream';
import type { PaperLogo } from '#lib/look/paper-look.ts';
import { isAddress } from '#lib/money/billing.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { lockAgainstErasure } from '#modules/accounts/actions.ts';
import type { PaymentsModule } from '#modules/payments/actions.ts';
import { getTransferDetails } from '#modules/wallet/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { SavedFile } from '#platform/http/bytes.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { noAddress, noDetails } from './compose.ts';
import type { PaperContent } from './contents.ts';
import type { EInvoiceReader } from './einvoice/einvoice.ts';
import type { InvoicingDeps } from './issue.ts';
import * as queries from './queries.ts';
import { findDetails, saveDetails } from './queries-details.ts';

import { createRenderer } from './render.ts';
import { formatDocumentNumber } from './rules.ts';
import type { EInvoiceRequest, PaperList, PapersRequest, PdfRequest, SaveDetails, ShownDetails } from './shapes.ts';
import { splitVatId } from './vies.ts';

export type InvoicingModule = ReturnType<typeof createInvoicing>;

const messages = {
  vatId: /*i18n*/ {
    id: 'paper.vatId',
    message: 'This VAT ID can’t be right: a digit may be missing or wrong. Enter it with its country’s letters, or leave it empty.',
  },
} as const satisfies Record<string, Message>;

const viewListed = (row: queries.BillingDocument): PaperList['papers'][number] => {
  const { id, kind, year, serial, issuedAt, currency, net, vat, gross, subjectId } = row;
  return {
    id,
    kind,
    number: formatDocumentNumber(kind, year, serial),
    issuedAt: issuedAt.toISOString(),
    currency,
    net,
    vat,
    gross,
    subjectId,
  };
};

async function readDetails(from: DbClient, accountId: string): Promise<ShownDetails> {
  const { address, ...details } = (await findDetails(from, accountId)) ?? noDetails;
  return { ...details, ...(address ?? noAddress) };
}

/** Loaded with the first one: few shops give them out. */
const loadEInvoices = () => import('./einvoice/einvoice.ts');

async function readLogo(from: DbClient, { logo }: PaperContent): Promise<PaperLogo | null> {
  if (!logo) return null;
  const { file, width, height } = await queries.findLogo(from, logo.id);
  return { text: file, width, height, includesName: logo.includesName };
}

/** Draws documents with their logo, in a thread that `stop` ends. */
export function createPrinter(ctx: InvoicingDeps['ctx']) {
  const press = createRenderer(ctx);
  return {
    ...press,
    print: async (content: PaperContent, eInvoice?: string): Promise<Buffer> =>
      press.print(content, await readLogo(ctx.db.orm, content), eInvoice),
  };
}

export function createInvoicing({ ctx }: Pick<InvoicingDeps, 'ctx'>, { payments }: { readonly payments: PaymentsModule }) {
  const { db } = ctx;
  const press = createPrinter(ctx);

  /** Undefined means no filter. A transfer that belongs to no deposit of the account has no receipt. */
  async function getSubject(accountId: string, { subject, movement }: PapersRequest): Promise<string | undefined> {
    if (movement === undefined) return subject;
    const found = await getTransferDetails({ payments }, db.orm, accountId, movement);
    if (!found?.depositId) throw new UserError(404);
    return found.depositId;
  }

  return {
    /** Undefined: of all accounts. */
    async list(accountId: string | undefined, request: PapersRequest): Promise<PaperList> {
      const { before, limit } = request;
      const rows = await queries.listAllInvoices(db.orm, {
        accountId,
        before,
        limit: limit + 1,
        subjectId: accountId === undefined ? request.subject : await getSubject(accountId, request),
      });
      const papers = rows.slice(0, limit).map(viewListed);
      return { papers, more: rows.length > limit };
    },

    /** As in the list. */
    async one(accountId: string, id: string): Promise<PaperList['papers'][number]> {
      const found = await queries.findPaper(db.orm, accountId, id);
      if (!found) throw new UserError(404);
      return viewListed(found);
    },

    async pdf(accountId: string, { id, format }: PdfRequest, reader: EInvoiceReader = 'customer'): Promise<SavedFile> {
      const found = await queries.findPaper(db.orm, accountId, id);
      if (!found) throw new UserError(404);
      await takePoints(ctx, [{ limit: 'paper.account', of: accountId }]);
      const eInvoice = format === 'factur-x' ? await (await loadEInvoices()).writeEInvoice(db.orm, found, 'cii', reader) : undefined;
      const bytes = await press.print(found.content, eInvoice);
      return { name: `${found.content.number}.pdf`, bytes: bytes.length, stream: Readable.from([bytes], { objectMode: false }) };
    },

    xml: async (accountId: string, { id, format }: EInvoiceRequest): Promise<SavedFile> =>
      (await loadEInvoices()).saveEInvoice(db.orm, await queries.findPaper(db.orm, accountId, id), format, 'customer'),

    /** Of any account. */
    deskXml: async ({ id, format }: EInvoiceRequest): Promise<SavedFile> =>
      (await loadEInvoices()).saveEInvoice(db.orm, await queries.getPaper(db.orm, id), format, 'desk'),

    details: (accountId: string): Promise<ShownDetails> => readDetails(db.orm, accountId),

    async saveDetails(accountId: string, { country, city, address, state, zipCode, ...details }: SaveDetails): Promise<ShownDetails> {
      const { validateVatId: judgeVatId } = await import('./vat-id.ts');
      if (judgeVatId(details.vatId) === 'wrong') throw new UserError(400, { vatId: [messages.vatId] });
      await transaction(db, async (tx) => {
        if (!(await lockAgainstErasure(tx, accountId))) throw new UserError(401);
        const typed = { country: country ?? '', city: city ?? '', address: address ?? '', state: state ?? '', zipCode: zipCode ?? '' };
        const invoiceAddress = country === undefined ? undefined : isAddress(typed) ? typed : null;
        await saveDetails(tx, accountId, { ...details, address: invoiceAddress });
        // Only there: a trial must not ask an authority.
        if (ctx.config.production && splitVatId(details.vatId)) await enqueue(tx, 'invoicing.checkVatId', { id: accountId });
      });
      return readDetails(db.orm, accountId);
    },

    /** As PDF, of any account. */
    print: ({ content }: queries.BillingDocument): Promise<Buffer> => press.print(content),

    /** What is drawn as documents are, such as a statement. */
    printWords: press.printWords,

    stop: () => press.stop(),
  };
}

/** Of a purchase or a deposit, newest first, for the desk's page of an order. */
export const listInvoicesFor = async (from: DbClient, subjectId: string) =>
  (await queries.listInvoicesFor(from, subjectId)).map(({ id, kind, year, serial, issuedAt, currency, gross }) => ({
    id,
    kind,
    number: formatDocumentNumber(kind, year, serial),
    issuedAt: issuedAt.toISOString(),
    currency,
    gross,
  }));
