// States and transitions of purchases, orders and pieces, as tables, and their time limits. Pure.
export const OrderStatus = {
  New: 0,
  AwaitingPayment: 1,
  Paid: 2,
  InProgress: 3,
  Delivered: 4,
  AwaitingRecurringPayment: 5,
  Cancelled: -1,
} as const;
export type StatusNumber = (typeof OrderStatus)[keyof typeof OrderStatus];

const { New, AwaitingPayment, Paid, InProgress, Delivered, AwaitingRecurringPayment, Cancelled } = OrderStatus;

type Move = { readonly from: readonly StatusNumber[]; readonly to: StatusNumber };

/** All transitions of an order. */
export const orderTransitions = {
  offerLink: { from: [New], to: AwaitingPayment },
  pay: { from: [New, AwaitingPayment, AwaitingRecurringPayment], to: Paid },
  begin: { from: [Paid], to: InProgress },
  deliver: { from: [InProgress], to: Delivered },
  /** By the customer, or after a time without payment. */
  giveUp: { from: [New, AwaitingPayment, AwaitingRecurringPayment], to: Cancelled },
  /** By the customer or an operator, with a refund. */
  takeBack: { from: [Paid], to: Cancelled },
  /** By right of withdrawal: refunded, less the delivered work. */
  withdraw: { from: [Paid, InProgress, Delivered], to: Cancelled },
  /** By an operator, with a proportional refund. */
  stop: { from: [InProgress], to: Cancelled },
} as const satisfies Readonly<Record<string, Move>>;

export type MoveName = keyof typeof orderTransitions;

/** The transition for a cancellation by the customer; undefined once work has begun. */
export const findCancelMove = (status: StatusNumber): MoveName | undefined =>
  (['giveUp', 'takeBack'] as const).find((name) => (orderTransitions[name].from as readonly StatusNumber[]).includes(status));

export type PurchaseState = 'open' | 'paid' | 'cancelled';

/** `nothing`: it was free. `invoice`: the customer owes it, and pays later. */
export const paidFroms = ['link', 'balance', 'nothing', 'invoice'] as const;
export type PaidFrom = (typeof paidFroms)[number];

/** Of a line that an operator wrote. What the catalogue sells is in the standard one. */
export const taxCategories = ['standard', 'reduced', 'zero', 'exempt', 'outside'] as const;
export type TaxCategory = (typeof taxCategories)[number];

/** A purchase that an operator created, or that came of a quote. `reason`: why it costs nothing. */
export type ByHand = { readonly operatorId: string; readonly note: string; readonly reason?: string; readonly quoteId?: string };

/** `waiting`: for its brief. `ready`: work can begin. */
export const pieceStates = ['waiting', 'ready', 'inWork', 'inReview', 'revisionAsked', 'delivered', 'accepted', 'cancelled'] as const;
export type PieceState = (typeof pieceStates)[number];

/** A consumer may have a right of withdrawal. */
export const buysAsChoices = ['consumer', 'business'] as const;
export type BuysAs = (typeof buysAsChoices)[number];

export type Consents = {
  /** As the buyer said. Absent: as the account says. */
  readonly buysAs?: BuysAs;
  /** The accepted versions of the terms and the privacy policy. */
  readonly terms: number;
  readonly privacy: number;
  /** Null: not stated. */
  readonly startNow: boolean | null;
  /** Whether the buyer had a right of withdrawal: by country, and not as a business. */
  readonly hasRight?: boolean;
  /** The version of the tax rules that it is sold with. Absent: sold before versions were kept. */
  readonly taxVersion?: number;
  /** The means of payment may be saved and charged later. Absent: not agreed to. */
  readonly saveMeans?: boolean;
  readonly at: string;
  readonly address: string;
};

const HOUR_MS = 3_600_000;
const UNPAID_MS = 7 * 24 * HOUR_MS;
/** The time limit for an unpaid purchase. */
export const payUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + UNPAID_MS);
/** Purchases placed before this time are unpaid for too long. */
export const getUnpaidLimit = (now: Date): Date => new Date(now.getTime() - UNPAID_MS);

/**
 * Why a brief is reviewed before work begins: the answer, and what the kind of its service found in it. `by`:
 * a plugin's kind, and what it says.
 */
export type Hold = {
  readonly field: string;
  readonly kind: string;
  readonly words: string;
  readonly by?: { readonly label: string; readonly says: string };
};

/** Why an operator has set the due date of a piece, and whether its customer reads the reason. */
export type DueByHand = { readonly reason: string; readonly isShown: boolean; readonly by: string; readonly at: string };

/** What operators may do for a customer. */
export const teamActions = ['brief', 'correction', 'revision', 'acceptance'] as const;
export type TeamAction = (typeof teamActions)[number];
