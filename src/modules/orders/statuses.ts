// States and transitions of purchases, orders, pieces and subscriptions, as tables. Pure.
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
export const cancelOf = (status: StatusNumber): MoveName | undefined =>
  (['giveUp', 'takeBack'] as const).find((name) => (orderTransitions[name].from as readonly StatusNumber[]).includes(status));

type SubscriptionMove = { readonly from: readonly SubscriptionState[]; readonly to: SubscriptionState };

/** All transitions of a subscription. */
export const subscriptionMoves = {
  /** With its first payment. */
  start: { from: ['pending'], to: 'active' },
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  /** Ends with the paid period. */
  end: { from: ['active', 'paused'], to: 'ending' },
  keep: { from: ['ending'], to: 'active' },
  /** When that period is over, a month stays unpaid or is cancelled, or the account is closed. */
  close: { from: ['pending', 'active', 'paused', 'ending'], to: 'ended' },
} as const satisfies Readonly<Record<string, SubscriptionMove>>;

/** What a customer may request. */
export const subscriptionActs = ['pause', 'resume', 'end', 'keep'] as const satisfies readonly (keyof typeof subscriptionMoves)[];
export type SubscriptionAct = (typeof subscriptionActs)[number];

export type PurchaseState = 'open' | 'paid' | 'cancelled';
/** `waiting`: for its brief. `ready`: work can begin. */
export const pieceStates = ['waiting', 'ready', 'inWork', 'inReview', 'revisionAsked', 'delivered', 'accepted', 'cancelled'] as const;
export type PieceState = (typeof pieceStates)[number];
/** `pending`: the first month is not paid yet. */
export const subscriptionStates = ['pending', 'active', 'paused', 'ending', 'ended'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

export type Consents = {
  /** The accepted versions of the terms and the privacy policy. */
  readonly terms: number;
  readonly privacy: number;
  /** Null: not stated. */
  readonly startNow: boolean | null;
  /** Whether the buyer had a right of withdrawal: by country, and not as a business. */
  readonly hasRight?: boolean;
  readonly at: string;
  readonly address: string;
};

const HOUR_MS = 3_600_000;
export const WORK_HOURS = 48;
const afterWork = (from: Date): Date => new Date(from.getTime() + WORK_HOURS * HOUR_MS);

/** An estimate, counted from the order. */
export const estimatedDelivery = afterWork;
/** By the working clock, counted from the moment when work can begin. */
export const workDue = afterWork;

/** Why a brief is reviewed before work begins: the answer, and what the gate found in it. */
export type Hold = { readonly field: string; readonly kind: string; readonly words: string };
