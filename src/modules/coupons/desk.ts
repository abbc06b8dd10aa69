// Coupons at the desk: create, list, end. Ending a coupon does not affect past uses.
import { randomUUID } from 'node:crypto';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import { computeDepositDiscount } from '#lib/money/price.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { DeskCoupon, NewCouponRequest } from './desk-shapes.ts';
import * as queries from './queries.ts';
import { normalizeCode } from './rules.ts';

const messages = {
  known: /*i18n*/ { id: 'desk.coupon.known', message: 'This code is already used. Codes can’t be reused.' },
  worth: /*i18n*/ { id: 'desk.coupon.worth', message: 'Enter an amount in at least one currency.' },
  percent: /*i18n*/ { id: 'desk.coupon.percentMissing', message: 'Enter a percentage.' },
  depositPercent: /*i18n*/ { id: 'desk.coupon.depositPercent', message: 'On deposits, enter at most {share}%, as in Settings.' },
  depositAmount: /*i18n*/ {
    id: 'desk.coupon.depositAmount',
    message: 'On deposits, a coupon takes off at most {share}%, as in Settings: {amount} needs a minimum of {minimum}.',
  },
  once: /*i18n*/ { id: 'desk.coupon.currencyTwice', message: 'Enter each currency only once.' },
  span: /*i18n*/ { id: 'desk.coupon.span', message: 'The end must be after the start, and in the future.' },
} as const satisfies Record<string, Message>;

type CouponRow = queries.CouponRow;

const getState = ({ startsAt, expiresAt, totalLimit, uses }: CouponRow, now: Date): DeskCoupon['state'] => {
  if (expiresAt && now >= expiresAt) return 'ended';
  if (startsAt && now < startsAt) return 'soon';
  return totalLimit !== null && uses >= totalLimit ? 'usedUp' : 'active';
};

const MAX_LISTED = 500;

/** Newest first. */
export async function listDeskCoupons({ clock }: Pick<AppContext, 'clock'>, from: DbClient): Promise<DeskCoupon[]> {
  const rows = await queries.listCoupons(from, MAX_LISTED);
  const amounts = Map.groupBy(
    await queries.listAmounts(
      from,
      rows.map(({ id }) => id),
    ),
    ({ couponId }) => couponId,
  );
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    kind: row.kind,
    percent: row.percent,
    appliesTo: row.appliesTo,
    services: row.services,
    totalLimit: row.totalLimit,
    customerLimit: row.customerLimit,
    firstPurchaseOnly: row.firstPurchaseOnly,
    uses: row.uses,
    startsAt: row.startsAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    state: getState(row, clock.now()),
    amounts: (amounts.get(row.id) ?? []).map(({ currency, amount, minimum }) => ({ currency, amount, minimum })),
  }));
}

/** The owner's rules: the most that a coupon takes off a deposit, in percent, and the smallest deposits. */
export type DepositLimits = {
  readonly couponShare: number;
  readonly limits: readonly { readonly currency: CurrencyNumber; readonly least: number }[];
};

function findDepositErrors({ kind, percent, amounts }: NewCouponRequest, { couponShare: share, limits }: DepositLimits) {
  if (kind === 'percent') return (percent ?? 0) > share ? { percent: [{ ...messages.depositPercent, values: { share } }] } : {};
  const errors = amounts.flatMap(({ currency, amount, minimum }) => {
    if (!amount) return [];
    const smallest = Math.max(minimum, limits.find((limit) => limit.currency === currency)?.least ?? 0);
    if (computeDepositDiscount({ amount }, smallest, share) === amount) return [];
    const format = (money: number) => showMoney({ amount: money, currency }, 'en');
    return [{ ...messages.depositAmount, values: { share, amount: format(amount), minimum: format(Math.ceil((amount * 100) / share)) } }];
  });
  return errors.length > 0 ? { amounts: errors } : {};
}

function checkNew(request: NewCouponRequest, now: Date, deposits: DepositLimits): void {
  const { kind, percent, amounts, appliesTo, startsAt, expiresAt } = request;
  const errors: Record<string, readonly Message[]> = appliesTo === 'orders' ? {} : findDepositErrors(request, deposits);
  if (kind === 'percent' && percent === null) errors.percent = [messages.percent];
  if (kind === 'amount' && !amounts.some(({ amount }) => (amount ?? 0) > 0)) errors.amounts = [messages.worth];
  if (new Set(amounts.map(({ currency }) => currency)).size < amounts.length) errors.amounts = [messages.once];
  const until = expiresAt === null ? undefined : new Date(expiresAt);
  const from = startsAt === null ? now : new Date(startsAt);
  if (until && (until <= now || until <= from)) errors.expiresAt = [messages.span];
  if (Object.keys(errors).length > 0) throw new UserError(400, errors);
}

/** Returns the id. */
export async function makeCoupon(
  { clock }: Pick<AppContext, 'clock'>,
  tx: DbClient,
  request: NewCouponRequest,
  deposits: DepositLimits,
): Promise<string> {
  const now = clock.now();
  checkNew(request, now, deposits);
  const { amounts, startsAt, expiresAt, kind, percent, ...rest } = request;
  const id = randomUUID();
  const row: queries.NewCoupon = {
    id,
    ...rest,
    codeKey: normalizeCode(rest.code),
    kind,
    percent: kind === 'percent' ? percent : null,
    createdAt: now,
    startsAt: startsAt === null ? null : new Date(startsAt),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  };
  // A percentage coupon needs a row only for a minimum.
  const storedAmounts =
    kind === 'amount' ? amounts.filter(({ amount }) => (amount ?? 0) > 0) : amounts.filter(({ minimum }) => minimum > 0);
  const amountRows = storedAmounts.map(({ currency, amount, minimum }) => ({
    currency,
    amount: kind === 'amount' ? amount : null,
    minimum,
  }));
  if (!(await queries.insertCoupon(tx, row, amountRows))) throw new UserError(400, { code: [messages.known] });
  return id;
}

/** Returns the previous end; undefined if it has already ended. */
export async function endCoupon(
  { clock }: Pick<AppContext, 'clock'>,
  tx: DbClient,
  id: string,
): Promise<{ before: string | null } | undefined> {
  const found = await queries.lockCoupon(tx, id);
  if (!found) throw new UserError(404);
  const now = clock.now();
  if (found.expiresAt && found.expiresAt <= now) return undefined;
  await queries.setExpiry(tx, id, now);
  return { before: found.expiresAt?.toISOString() ?? null };
}

export const findCouponByCode = (from: DbClient, code: string) => queries.findCouponByKey(from, normalizeCode(code));
