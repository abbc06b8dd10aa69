// Calculates reports from facts. Pure.
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { ShopReport } from './shapes.ts';

export type Sale = {
  readonly day: string;
  readonly service: number;
  readonly currency: CurrencyNumber;
  readonly orders: number;
  readonly gross: number;
  readonly discount: number;
  readonly toSource: number;
  readonly toBalance: number;
  readonly toCredit: number;
};
export type DailyWork = { readonly day: string; readonly service: number; readonly delivered: number; readonly onTime: number };
export type MakerDay = {
  readonly day: string;
  /** An operator's id, or "program" and its name. */
  readonly maker: string;
  readonly name: string;
  readonly taken: number;
  readonly delivered: number;
  readonly revised: number;
  readonly timed: number;
  readonly onTime: number;
  readonly worked: number;
  readonly workSeconds: number;
};
export type CouponDay = {
  readonly day: string;
  readonly couponId: string;
  readonly currency: CurrencyNumber;
  readonly uses: number;
  readonly given: number;
};
export type Flow = {
  readonly day: string;
  readonly placed: number;
  readonly paid: number;
  readonly tickets: number;
  readonly answered: number;
  readonly answerSeconds: number;
  readonly answeredSoon: number;
};

/** Facts of some days. */
export type Facts = {
  readonly sales: readonly Sale[];
  readonly work: readonly DailyWork[];
  readonly makers: readonly MakerDay[];
  readonly coupons: readonly CouponDay[];
  readonly flow: readonly Flow[];
};

type Sums = Pick<Sale, 'orders' | 'gross' | 'discount' | 'toSource' | 'toBalance' | 'toCredit'>;
type WorkSums = Pick<DailyWork, 'delivered' | 'onTime'>;

/** Facts summed for one currency, as a report shows them. */
export type ReportFigures = {
  readonly byDay: readonly (Sums & Pick<Sale, 'day'>)[];
  readonly byService: readonly (Sums & Pick<Sale, 'service'>)[];
  readonly byCurrency: readonly (Sums & Pick<Sale, 'currency'>)[];
  readonly workByDay: readonly (WorkSums & Pick<DailyWork, 'day'>)[];
  readonly workByService: readonly (WorkSums & Pick<DailyWork, 'service'>)[];
  readonly makers: readonly Omit<MakerDay, 'day'>[];
  readonly coupons: readonly Pick<CouponDay, 'couponId' | 'uses' | 'given'>[];
  readonly flow: readonly Flow[];
};

/** Returns unsummed rows; the caller sums them. */
export function toReportFigures({ sales, work, makers, coupons, flow }: Facts, currency: CurrencyNumber): ReportFigures {
  const own = sales.filter((sale) => sale.currency === currency);
  return {
    byDay: own,
    byService: own,
    byCurrency: sales,
    workByDay: work,
    workByService: work,
    flow,
    makers: makers.map(({ day: _, ...maker }) => maker),
    coupons: coupons.filter((coupon) => coupon.currency === currency),
  };
}

/** For amounts that belong to no known service. */
export const NO_SERVICE = -1;

type Back = {
  readonly day: string;
  readonly currency: CurrencyNumber;
  readonly amount: number;
  readonly to: string;
  /** The paid orders that the refund may belong to, each with its price. */
  readonly orders: readonly { readonly service: number; readonly price: number }[];
};

const whereTo: Readonly<Record<string, 'toSource' | 'toBalance' | 'toCredit'>> = {
  provider: 'toSource',
  cash: 'toBalance',
  promo: 'toCredit',
};

/** Splits an amount in proportion to weights; the first shares get the rounding rest. */
export function splitInShares(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map((_, index) => (index === 0 ? amount : 0));
  const parts = weights.map((weight) => Math.floor((amount * weight) / sum));
  let rest = amount - parts.reduce((all, part) => all + part, 0);
  return parts.map((part) => part + (rest-- > 0 ? 1 : 0));
}

export type Sold = Pick<Sale, 'day' | 'service' | 'currency' | 'orders' | 'gross' | 'discount'>;

/** Payments and refunds by day, service and currency. */
export function computeSales(sold: readonly Sold[], backs: readonly Back[]): Sale[] {
  const rows = new Map<string, { -readonly [Name in keyof Sale]: Sale[Name] }>();
  const getRow = ({ day, service, currency }: Pick<Sale, 'day' | 'service' | 'currency'>) => {
    const key = `${day} ${service} ${currency}`;
    const none = { day, service, currency, orders: 0, gross: 0, discount: 0, toSource: 0, toBalance: 0, toCredit: 0 };
    const row = rows.get(key) ?? none;
    rows.set(key, row);
    return row;
  };
  for (const each of sold) Object.assign(getRow(each), each);
  for (const { day, currency, amount, to, orders } of backs) {
    const column = whereTo[to];
    if (!column) throw new Error(`unknown refund target: ${to}`);
    const parts = orders.length > 0 ? orders : [{ service: NO_SERVICE, price: 0 }];
    const each = splitInShares(
      amount,
      parts.map(({ price }) => price),
    );
    for (const [index, { service }] of parts.entries()) if (each[index]) getRow({ day, service, currency })[column] += each[index];
  }
  return [...rows.values()].toSorted((a, b) => toSortKey(a).localeCompare(toSortKey(b)));
}

const toSortKey = ({ day, service, currency }: Sale): string => `${day} ${String(service + 100)} ${currency}`;

/** Merges coupon figures from two modules. */
export function sumCoupons(coupons: readonly CouponDay[]): CouponDay[] {
  const byKey = Map.groupBy(coupons, ({ day, couponId, currency }) => `${day} ${couponId} ${currency}`);
  const sum = (rows: readonly CouponDay[], of: 'uses' | 'given') => rows.reduce((all, row) => all + row[of], 0);
  return [...byKey.entries()]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([, rows]) => rows.slice(0, 1).map((first) => ({ ...first, uses: sum(rows, 'uses'), given: sum(rows, 'given') })));
}

const makerSums = ['taken', 'delivered', 'revised', 'timed', 'onTime', 'worked', 'workSeconds'] as const;

/** One row per maker: the desk knows what was taken, fulfilment what was delivered. */
export function sumMakers<Row extends Omit<MakerDay, 'day'>>(makers: readonly Row[], getKey: (row: Row) => string): Row[] {
  return [...Map.groupBy(makers, getKey)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([, rows]) =>
      rows.slice(0, 1).map((first) => ({
        ...first,
        ...Object.fromEntries(makerSums.map((name) => [name, rows.reduce((all, row) => all + row[name], 0)])),
      })),
    );
}

type DailyCount = { readonly day: string; readonly count: number };
type Answers = { readonly day: string; readonly answered: number; readonly seconds: number; readonly soon: number };

/** One row per day, including days without events. */
export function computeFlow(
  days: readonly string[],
  counts: { placed: readonly DailyCount[]; paid: readonly DailyCount[]; tickets: readonly DailyCount[]; answers: readonly Answers[] },
): Flow[] {
  const on = <Row extends { readonly day: string }>(rows: readonly Row[], day: string) => rows.find((row) => row.day === day);
  return days.map((day) => {
    const answers = on(counts.answers, day);
    return {
      day,
      placed: on(counts.placed, day)?.count ?? 0,
      paid: on(counts.paid, day)?.count ?? 0,
      tickets: on(counts.tickets, day)?.count ?? 0,
      answered: answers?.answered ?? 0,
      answerSeconds: answers?.seconds ?? 0,
      answeredSoon: answers?.soon ?? 0,
    };
  });
}

export const isProgram = (maker: string): boolean => maker.startsWith('program ');

/** Programs are named by their versions, which say nothing to an operator. */
export function formatMakerName(
  { maker, name }: Pick<ShopReport['makers'][number], 'maker' | 'name'>,
  makers: readonly Pick<ShopReport['makers'][number], 'maker'>[],
): string {
  if (!isProgram(maker)) return name;
  const programs = makers.filter((each) => isProgram(each.maker));
  return programs.length === 1 ? 'Automatic' : `Automatic ${programs.findIndex((each) => each.maker === maker) + 1}`;
}

export const funnelLabels: Readonly<Record<ShopReport['funnel'][number]['step'], string>> = {
  home: 'Home page',
  services: 'Service list',
  service: 'Service page',
  quoted: 'Cart priced',
  placed: 'Order placed',
  paid: 'Paid',
};

// Note for the page and its files while days are still being aggregated, for example after a change of time
// zone.
type Span = Pick<ShopReport, 'from' | 'to' | 'until' | 'today'>;

export const isMissing = ({ to, until, today }: Omit<Span, 'from'>): boolean => until < to && until < today;

export const describeMissingDays = ({ from, until }: Span): string =>
  until < from
    ? 'These days aren’t counted yet. Their figures appear here in a few minutes.'
    : `Days after ${formatLongDay(until)} aren’t counted yet. Their figures appear here in a few minutes.`;

const longDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const formatLongDay = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`));
