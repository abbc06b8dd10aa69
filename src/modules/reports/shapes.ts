// Request and response shapes of the reports.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { countDays, isDay } from '#lib/time/days.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';

/** A leap year. */
export const MAX_REPORT_DAYS = 366;

const messages = {
  day: /*i18n*/ { id: 'report.day', message: 'Enter a date, such as 2026-11-21.' },
  span: /*i18n*/ { id: 'report.span', message: 'Choose up to one year, ending after it starts.' },
} as const satisfies Record<string, Message>;

export const notAYear: Message = messages.span;

const dayShape = z.string().check(z.refine(isDay, withMessage(messages.day)));
const numberShape = z.pipe(z.coerce.number(), currencyShape);

const spanShape = { from: z.optional(dayShape), to: z.optional(dayShape), currency: z.optional(numberShape) };
const isSpan = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean => {
  if (from === undefined || to === undefined) return true;
  const days = countDays(from, to);
  return days >= 1 && days <= MAX_REPORT_DAYS;
};
const spanCheck = z.refine<{ from?: string | undefined; to?: string | undefined }>(isSpan, {
  error: withMessage(messages.span),
  path: ['to'],
});

export const reportRequestShape = z.object(spanShape).check(spanCheck);
export type ReportRequest = z.output<typeof reportRequestShape>;

/** Tables that can be downloaded. */
export const tableNames = ['days', 'services', 'makers', 'currencies', 'coupons', 'funnel', 'everything'] as const;
export type TableName = (typeof tableNames)[number];
export const tableRequestShape = z.object({ ...spanShape, table: z.enum(tableNames) }).check(spanCheck);

/** Minor units: paid, refunded by target, and net. */
const moneyShape = {
  orders: z.int(),
  gross: z.int(),
  discount: z.int(),
  toSource: z.int(),
  toBalance: z.int(),
  toCredit: z.int(),
  net: z.int(),
};
const workShape = { delivered: z.int(), onTime: z.int() };

const dayRowShape = z.object({
  day: z.string(),
  ...moneyShape,
  ...workShape,
  tickets: z.int(),
  answered: z.int(),
  answerSeconds: z.int(),
  answeredSoon: z.int(),
});
const serviceRowShape = z.object({ service: z.int(), name: z.string(), ...moneyShape, ...workShape });
const currencyRowShape = z.object({ currency: currencyShape, ...moneyShape });
const couponRowShape = z.object({ code: z.string(), currency: currencyShape, uses: z.int(), given: z.int() });

const makerRowShape = z.object({
  maker: z.string(),
  name: z.string(),
  taken: z.int(),
  delivered: z.int(),
  revised: z.int(),
  /**
   * Of delivered pieces: with a deadline, on time, with a known start of work, and their total working time.
   */
  timed: z.int(),
  onTime: z.int(),
  worked: z.int(),
  workSeconds: z.int(),
});

export const funnelSteps = ['home', 'services', 'service', 'quoted', 'placed', 'paid'] as const;
export type FunnelStep = (typeof funnelSteps)[number];
const funnelRowShape = z.object({ step: z.enum(funnelSteps), count: z.int() });

export const shopReportShape = z.object({
  from: z.string(),
  to: z.string(),
  today: z.string(),
  zone: z.string(),
  currency: currencyShape,
  /** The last day included; earlier than `to` while older days are being aggregated. */
  until: z.string(),
  /** What banks took back because of lost disputes. Sales do not get smaller by it: customers owe it. */
  takenBack: z.int(),
  days: z.array(dayRowShape),
  services: z.array(serviceRowShape),
  currencies: z.array(currencyRowShape),
  /** Per maker: operators and programs. */
  makers: z.array(makerRowShape),
  coupons: z.array(couponRowShape),
  funnel: z.array(funnelRowShape),
  total: z.object({
    ...moneyShape,
    ...workShape,
    tickets: z.int(),
    answered: z.int(),
    answerSeconds: z.int(),
    answeredSoon: z.int(),
  }),
});

export type ShopReport = z.output<typeof shopReportShape>;
export type ReportMoney = Pick<ShopReport['total'], 'orders' | 'gross' | 'discount' | 'toSource' | 'toBalance' | 'toCredit' | 'net'>;

/** `month`: "2026-11". */
export const booksRequestShape = z.object({
  month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
  documents: z._default(z.enum(['with', 'without']), 'with'),
});
export type BooksRequest = z.output<typeof booksRequestShape>;

const vatRowShape = z.object({
  country: z.string(),
  currency: currencyShape,
  /** In hundredths of a percent. */
  rate: z.int(),
  /** Why there is no VAT; empty with VAT. */
  why: z.string(),
  documents: z.int(),
  net: z.int(),
  vat: z.int(),
  gross: z.int(),
});
export type VatRow = z.output<typeof vatRowShape>;
export const vatRequestShape = z.object({ from: dayShape, to: dayShape }).check(spanCheck);
export const vatShape = z.object({ rows: z.array(vatRowShape) });

export const subscriptionsReportRequestShape = z.object({ from: dayShape, to: dayShape, currency: numberShape }).check(spanCheck);
export const subscriptionsReportShape = z.object({
  /** Now: of how many, and what they bring in a month. */
  active: z.int(),
  mrr: z.int(),
  /** With a paid month, at the beginning of the period; then those that began and ended within it. */
  running: z.int(),
  started: z.int(),
  ended: z.int(),
  /** What the ended ones brought in a month. */
  lost: z.int(),
});
