import type { NewPayment } from '#modules/payments/queries.ts';
import type { IdempotencyKey } from '#platform/http/idempotency.ts';
import type { PurchaseDocument } from '../queries.ts';
import { type CheckedLine, listBriefFiles } from '../rules.ts';
import type { PlacedOrder } from '../shapes.ts';

type Parts = {
  readonly purchase: PurchaseDocument['purchase'];
  readonly payment: NewPayment | null;
  readonly rows: Pick<PurchaseDocument, 'orders' | 'pieces' | 'subscriptions'>;
  readonly answer: PlacedOrder;
  readonly once: IdempotencyKey | undefined;
  readonly lines: readonly CheckedLine[];
} & Pick<PurchaseDocument, 'heldFrom' | 'limit'>;

/** What the SQL function that places a purchase gets. */
export const toPurchaseDocument = ({ purchase, payment, rows, answer, once, lines, ...rest }: Parts): PurchaseDocument => ({
  ...rows,
  purchase,
  payment,
  files: [...new Set(listBriefFiles(lines).map(({ id }) => id))],
  key: once?.key ?? null,
  bodyHash: once?.bodyHash.toString('hex') ?? null,
  answer,
  ...rest,
});
