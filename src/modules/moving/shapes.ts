// Request and response shapes of moves at the desk, and of the history that its clients and operators read.
import * as z from 'zod/mini';
import { nameLine } from '#lib/markdown/plain-text.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { meansKinds } from '#modules/payments/rules.ts';
import { moveStates, moveSystems, pastOrderStatuses } from './rules.ts';

const idShape = z.object({ id: z.uuid() });
const columnsShape = z.record(z.string(), z.record(z.string(), z.int().check(z.gte(0), z.lte(999))));
const finding = { file: z.string(), line: z.int(), field: z.string() };
const countsShape = z.record(z.string(), z.int());
const reportFields = {
  errors: z.array(z.object({ ...finding, error: z.string() })),
  warnings: z.array(z.object({ ...finding, warning: z.string() })),
  firstCharges: z.array(
    z.object({
      ...{ line: z.int(), email: z.string(), offerId: z.string(), at: z.string(), amount: z.string(), currency: z.string() },
      by: z.enum([...meansKinds, 'link']),
    }),
  ),
};

/** `id`: chosen by the page for all files of a move. */
export const uploadMoveShape = z.object({
  id: z.uuid(),
  name: z.string().check(z.overwrite(nameLine), z.trim(), z.minLength(1), z.maxLength(200)),
});
export const moveRequestShape = z.object({ id: z.uuid(), system: z.enum(moveSystems), columns: columnsShape });
export type MoveDeskRequest = z.output<typeof moveRequestShape>;
export const moveResultShape = z.object({ ...reportFields, counts: countsShape });

export const moveFilesShape = z.array(
  z.object({
    name: z.string(),
    bytes: z.int(),
    rows: z.int(),
    head: z.array(z.string()),
    /** Columns by field, as the head names them; null: the file is none of a move's. */
    columns: z.nullable(z.record(z.string(), z.int())),
  }),
);
export const moveIdShape = idShape;

export const moveListShape = z.array(
  z.object({
    id: z.string(),
    system: z.enum(moveSystems),
    state: z.enum(moveStates),
    operator: z.nullable(z.string()),
    createdAt: z.string(),
    doneAt: z.nullable(z.string()),
    undoneAt: z.nullable(z.string()),
    counts: countsShape,
    /** Rows that are written so far. */
    written: z.int(),
    ...reportFields,
    /** Clients who were told of their account, and who are not yet. */
    invited: z.int(),
    uninvited: z.int(),
  }),
);
export type MoveList = z.output<typeof moveListShape>;

export const inviteShape = z.object({ id: z.uuid(), count: z.int().check(z.gte(1), z.lte(1_000)) });
export const invitedShape = z.object({ invited: z.int(), left: z.int() });

export const historyShape = z.object({
  orders: z.array(
    z.object({
      ...{ id: z.string(), number: z.string(), title: z.string(), service: z.string(), status: z.enum(pastOrderStatuses) },
      ...{ price: z.int(), currency: currencyShape, createdAt: z.string(), deliveredAt: z.nullable(z.string()) },
    }),
  ),
  invoices: z.array(
    z.object({
      ...{ id: z.string(), number: z.string(), issuedAt: z.string(), net: z.int(), vat: z.int(), total: z.int() },
      ...{ currency: currencyShape, open: z.int(), dueAt: z.nullable(z.string()), hasFile: z.boolean() },
    }),
  ),
});
export type History = z.output<typeof historyShape>;
export const customerHistoryShape = z.object({ id: z.uuid() });
/** `customer`: at the desk. */
export const historyFileShape = z.object({ id: z.uuid(), customer: z.optional(z.uuid()) });
