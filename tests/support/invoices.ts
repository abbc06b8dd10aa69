// Invoices and other documents: issues them as the schedule does, and reads them as the customer.
import type { PaperContent } from '#modules/invoicing/contents.ts';
import type { PaperList } from '#modules/invoicing/shapes.ts';
import type { Buyer } from './money.ts';
import { letRun } from './scheduled.ts';
import type { Shop } from './shop.ts';

/** Repeats the job, because a run skips rows that another job has locked. */
export async function issue(shop: Pick<Shop, 'sql'>): Promise<void> {
  do await letRun(shop, 'invoicing.issue');
  while (await isLeft(shop));
}

export async function isLeft(shop: Pick<Shop, 'sql'>): Promise<boolean> {
  const [row] = await shop.sql<{ left: boolean }>(
    "select exists (select from purchase where state = 'paid' and invoiced_at is null) as left",
  );
  return row?.left ?? false;
}

export async function listInvoices(shop: Shop, { token }: Buyer, request: object = {}): Promise<PaperList['papers']> {
  const { status, body } = await shop.call('GET /api/papers', { limit: 50, ...request }, { token });
  if (status !== 200) throw new Error(`the papers were refused: ${JSON.stringify(body)}`);
  return body.papers;
}

/** The stored content of a document. */
export async function readContent(shop: Shop, id: string | undefined): Promise<PaperContent> {
  const [row] = await shop.sql<{ content: PaperContent }>('select content from billing_document where id = $1', [id]);
  if (!row) throw new Error('no such document');
  return row.content;
}
