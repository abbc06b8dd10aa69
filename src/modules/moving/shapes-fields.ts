// The plain files of a move, apart from the shapes, so that the desk's app need not load the validation.
// Pure.

export const MAX_MOVE_FILE_BYTES = 20_000_000;

/** The columns of each file, in the order in which a move out writes them. */
export const moveColumns = {
  clients: [
    ...['email', 'name', 'company', 'vatId', 'country', 'city', 'address', 'zipCode'],
    ...['language', 'tags', 'notes', 'createdAt', 'stripeCustomerId', 'passwordHash'],
  ],
  orders: ['number', 'email', 'title', 'service', 'status', 'price', 'currency', 'createdAt', 'deliveredAt'],
  invoices: ['number', 'email', 'date', 'net', 'vat', 'total', 'currency', 'paid', 'dueAt', 'file'],
  balances: ['email', 'currency', 'cash', 'credit'],
  subscriptions: [
    ...['email', 'offerId', 'quantity', 'platform', 'price', 'currency', 'interval', 'nextAt'],
    ...['stripeCustomerId', 'stripePaymentMethodId'],
  ],
  tickets: ['email', 'subject', 'message', 'createdAt', 'state'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What a move in reads too, and a move out does not write: whether a saved means is a debit. */
export const MEANS_KIND = 'meansKind';

export type MoveFileName = keyof typeof moveColumns;
export const moveFileNames = Object.keys(moveColumns) as readonly MoveFileName[];
