// The kinds of steps of a history, and how often each is taken.
import fc from 'fast-check';
import type { Outcome } from '../money.ts';
import { type freePrices, type LineName, stageNames, type World } from './world.ts';

const index = fc.nat(1_000);
const who = fc.nat(2);
/** An operator acts for the customer. */
const byTeam = fc.boolean();
const to = fc.constantFrom('source' as const, 'balance' as const);

const kinds = {
  place: fc.record({
    who,
    lines: fc.array(
      fc.constantFrom<LineName>(
        'story',
        'stories',
        'tags',
        'tags',
        'kits',
        'units',
        'suite',
        'monthly',
        'monthlyExtra',
        'plan',
        'plan',
        'endless',
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    coupon: fc.constantFrom('none', 'none', 'tags', 'fifth', 'limited'),
    fromBalance: fc.boolean(),
    startNow: fc.constantFrom(true, false, undefined),
    saveMeans: fc.boolean(),
  }),
  cancelLine: fc.record({ who, index, to }),
  cancelUnit: fc.record({ who, index, to }),
  payLink: fc.record({
    who,
    index,
    outcome: fc.constantFrom<Outcome>(
      'success',
      'success',
      'success',
      'twice',
      'late',
      'decline',
      'abandon',
      'lost',
      'dispute',
      'dispute-lost',
      'debit',
      'debit-returned',
      'authenticate',
      'expired',
      'insufficient',
    ),
  }),
  removeMeans: fc.record({ who, index }),
  openLink: fc.record({ who, index }),
  checkPayment: fc.record({ who, index }),
  dispute: fc.record({
    who,
    index,
    share: fc.constantFrom(100, 100, 40),
    report: fc.constantFrom('disputed', 'disputeLost', 'disputeWon'),
  }),
  payFromBalance: fc.record({ who, index }),
  reload: fc.record({ who, index }),
  deposit: fc.record({ who, amount: fc.integer({ min: 500, max: 200_000 }), coupon: fc.constantFrom('none', 'funds'), pays: fc.boolean() }),
  withdraw: fc.record({ who, index }),
  refundPart: fc.record({ who, index, share: fc.integer({ min: 1, max: 100 }), to }),
  cancelAtDesk: fc.record({ who, index, to }),
  depositBack: fc.record({ who, index, share: fc.integer({ min: 1, max: 100 }) }),
  brief: fc.record({ who, index, byTeam }),
  moveStage: fc.record({ index, to: fc.nat(stageNames.length - 1) }),
  deliver: fc.record({ index }),
  approve: fc.record({ index, returns: fc.constantFrom(false, false, true) }),
  revise: fc.record({ who, index, byTeam }),
  accept: fc.record({ who, index, byTeam }),
  sell: fc.record({
    who,
    lines: fc.array(
      fc.constantFrom<LineName | keyof typeof freePrices>(
        'standard',
        'standard',
        'reduced',
        'zero',
        'exempt',
        'outside',
        'story',
        'tags',
        'units',
        'monthly',
        'suite',
      ),
      { minLength: 1, maxLength: 3 },
    ),
    discountPercent: fc.constantFrom(0, 0, 12.35, 33.33),
    pay: fc.constantFrom('invoice', 'invoice', 'invoice', 'link', 'balance', 'none'),
  }),
  /** The client agrees on the payment page of an order by hand. */
  confirmSale: fc.record({ who, index, startNow: fc.constantFrom('now', 'wait') }),
  settle: fc.record({ who, index, share: fc.integer({ min: 1, max: 150 }), paidBy: fc.constantFrom('bank', 'bank', 'balance') }),
  undoSettlement: fc.record({ who, index }),
  /** By link, from the open page of an invoice. */
  payClaim: fc.record({ who, index, outcome: fc.constantFrom('success', 'success', 'twice', 'lost', 'decline', 'dispute-lost', 'debit') }),
  /** `isNamed`: its payer has written the reference of the invoice. */
  importStatement: fc.record({ who, index, share: fc.integer({ min: 1, max: 150 }), isNamed: fc.constantFrom(true, true, false) }),
  settleEntry: fc.record({ who, index }),
  /** Two settlements and a cancellation at the same time. */
  settleAtOnce: fc.record({ who, index }),
  payOut: fc.record({ who, share: fc.integer({ min: 1, max: 110 }) }),
  refundSale: fc.record({ who, index, share: fc.integer({ min: 1, max: 100 }), cancels: fc.boolean() }),
  /** A credit note by hand. */
  creditInvoice: fc.record({ who, index, share: fc.integer({ min: 1, max: 110 }) }),
  request: fc.record({ who, index, quantity: fc.constantFrom(1, 1, 2) }),
  sortRequests: fc.record({ who, index }),
  changeSubscription: fc.record({ who, index, act: fc.constantFrom('pause', 'pause', 'resume', 'resume', 'end', 'keep') }),
  /** The client corrects the address on an invoice. */
  correctInvoice: fc.record({ who, index, byTeam }),
  quote: fc.record({
    who,
    lines: fc.array(fc.constantFrom<keyof typeof freePrices>('standard', 'reduced', 'zero', 'exempt'), { minLength: 1, maxLength: 3 }),
    options: fc.array(fc.constantFrom<keyof typeof freePrices>('standard', 'outside'), { maxLength: 1 }),
    discountPercent: fc.constantFrom(0, 12.35),
    advancePercent: fc.constantFrom(0, 30, 50, 99),
    pay: fc.constantFrom('link' as const, 'invoice' as const),
  }),
  /** One that has expired or was accepted refuses. */
  decideQuote: fc.record({
    who,
    index,
    how: fc.constantFrom('accept', 'accept', 'acceptTwice', 'decline', 'revise', 'withdraw'),
    option: fc.boolean(),
  }),
  invoiceRest: fc.record({ who, index }),
  turn: fc.record({ hours: fc.constantFrom(1, 26, 26, 74, 74, 8 * 24, 16 * 24, 31 * 24) }),
} as const;
type Kinds = typeof kinds;
export type Kind = keyof Kinds;
type Given<Name extends Kind> = Kinds[Name] extends fc.Arbitrary<infer Value> ? Value : never;
export type Step = { readonly [Name in Kind]: { readonly do: Name; readonly with: Given<Name> } }[Kind];

/** What each kind of step does. */
export type Carry = { readonly [Name in Kind]: (world: World, given: Given<Name>) => Promise<unknown> };

const weights: Readonly<Record<Kind, number>> = {
  place: 6,
  cancelLine: 4,
  cancelUnit: 3,
  payLink: 6,
  removeMeans: 1,
  openLink: 2,
  checkPayment: 1,
  dispute: 3,
  payFromBalance: 2,
  reload: 2,
  deposit: 3,
  withdraw: 2,
  refundPart: 2,
  cancelAtDesk: 2,
  depositBack: 1,
  brief: 2,
  moveStage: 2,
  deliver: 4,
  approve: 3,
  revise: 1,
  accept: 1,
  sell: 4,
  confirmSale: 3,
  settle: 4,
  undoSettlement: 2,
  payClaim: 3,
  importStatement: 2,
  settleEntry: 2,
  settleAtOnce: 1,
  payOut: 1,
  refundSale: 2,
  creditInvoice: 2,
  request: 6,
  sortRequests: 2,
  changeSubscription: 3,
  correctInvoice: 2,
  quote: 4,
  decideQuote: 4,
  invoiceRest: 2,
  turn: 3,
};

const step = fc.oneof(
  ...(Object.keys(kinds) as Kind[]).map((name) => ({
    weight: weights[name],
    arbitrary: (kinds[name] as fc.Arbitrary<unknown>).map((given) => ({ do: name, with: given }) as Step),
  })),
);

export const history = (length: number): fc.Arbitrary<Step[]> => fc.array(step, { minLength: length, maxLength: length });
