// How an order, its purchase and its pieces can stand, and what may become of each: one table, which the actions read. Pure.
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

/** Nothing else happens to an order. */
export const orderTransitions = {
  offerLink: { from: [New], to: AwaitingPayment },
  pay: { from: [New, AwaitingPayment, AwaitingRecurringPayment], to: Paid },
  begin: { from: [Paid], to: InProgress },
  deliver: { from: [InProgress], to: Delivered },
  /** By the customer, or by time. */
  giveUp: { from: [New, AwaitingPayment, AwaitingRecurringPayment], to: Cancelled },
  /** By the customer or by an operator, refunded. */
  takeBack: { from: [Paid], to: Cancelled },
  /** By the customer's right to withdraw: refunded, less what was delivered as the customer had asked for. */
  withdraw: { from: [Paid, InProgress, Delivered], to: Cancelled },
  /** By an operator, refunded in proportion. */
  stop: { from: [InProgress], to: Cancelled },
} as const satisfies Readonly<Record<string, Move>>;

export type MoveName = keyof typeof orderTransitions;

/** Cancelled by its customer: unpaid ones are given up, paid ones taken back, begun ones not. */
export const cancelOf = (status: StatusNumber): MoveName | undefined =>
  (['giveUp', 'takeBack'] as const).find((name) => (orderTransitions[name].from as readonly StatusNumber[]).includes(status));

type SubscriptionMove = { readonly from: readonly SubscriptionState[]; readonly to: SubscriptionState };

/** Nothing else happens to a subscription. */
export const subscriptionMoves = {
  /** With its first payment. */
  start: { from: ['pending'], to: 'active' },
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  /** With the period that is paid for. */
  end: { from: ['active', 'paused'], to: 'ending' },
  keep: { from: ['ending'], to: 'active' },
  /** When that period is over, when a month stays unpaid or is cancelled, or with the account. */
  close: { from: ['pending', 'active', 'paused', 'ending'], to: 'ended' },
} as const satisfies Readonly<Record<string, SubscriptionMove>>;

/** What a customer may ask for. */
export const subscriptionActs = ['pause', 'resume', 'end', 'keep'] as const satisfies readonly (keyof typeof subscriptionMoves)[];
export type SubscriptionAct = (typeof subscriptionActs)[number];

export type PurchaseState = 'open' | 'paid' | 'cancelled';
/** `waiting`: for its brief; `ready`: somebody can begin. */
export const pieceStates = ['waiting', 'ready', 'inWork', 'inReview', 'revisionAsked', 'delivered', 'accepted', 'cancelled'] as const;
export type PieceState = (typeof pieceStates)[number];
/** `pending`: its first month is not paid yet. */
export const subscriptionStates = ['pending', 'active', 'paused', 'ending', 'ended'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

export type Consents = {
  /** The version of the terms and of the privacy policy that were agreed to. */
  readonly terms: number;
  readonly privacy: number;
  /** Null: not said. */
  readonly startNow: boolean | null;
  /** Whether the buyer had a right of withdrawal: by country, and not as a business. */
  readonly hasRight?: boolean;
  readonly at: string;
  readonly address: string;
};

const HOUR_MS = 3_600_000;
export const WORK_HOURS = 48;
const afterWork = (from: Date): Date => new Date(from.getTime() + WORK_HOURS * HOUR_MS);

/** An estimate, from the moment of the order. */
export const estimatedDelivery = afterWork;
/** By the working clock, from the moment in which somebody can begin. */
export const workDue = afterWork;

/** Why a person reads a brief before work begins: the answer, and what the gate read in it. */
export type Hold = { readonly field: string; readonly kind: string; readonly words: string };
