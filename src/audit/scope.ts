// What a run of the audit reads: every row, or only what belongs to changes since a watermark. The SQL of the
// rules marks where that makes a difference.

/** `changed`: other SQL for the same rule, where the whole one needs a history from its beginning. */
export type AuditRule = string | { readonly whole: string; readonly changed: string };
export type AuditRules = Readonly<Record<string, AuditRule>>;

/** The state at the end of an earlier check that found nothing. */
export type Watermark = {
  /** By the shop's clock, and by the database's. */
  readonly at: Date;
  readonly databaseAt: Date;
  /** The highest id of a ledger transfer. */
  readonly transferId: string;
  /** The numbers of invoices, receipts and credit notes. */
  readonly series: readonly { readonly kind: string; readonly year: number; readonly last: number }[];
  /**
   * Days of the reports are compared from this one on, and transfers since this one; absent: from the
   * beginning.
   */
  readonly reports?: { readonly day: string; readonly transferId: string } | undefined;
  /** Smaller than every time-ordered id made since then. */
  readonly firstId: string;
};

/** In the whole audit, each is true. `$1`: ids of the changed rows and of what belongs to them. */
const marks = {
  touched: (column) => `${column} = any($1::uuid[])`,
  touchedText: (column) => `${column} = any($1::uuid[]::text[])`,
  /** As `touched`, once for all changes: counting the uses of a coupon is expensive. */
  usedCoupon: (column) => `${column} = any($1::uuid[])`,
  newer: (column, { transferId }) => `${column} > ${transferId}`,
  newerId: (column, { firstId }) => `${column} >= '${firstId}'`,
  updated: (column, { at }) => `${column} >= '${at.toISOString()}'`,
  newDay: (column, { reports }) => (reports ? `${column} >= '${reports.day}'::date` : 'true'),
  /** A day begins earlier or later in other time zones. */
  aroundNewDay: (column, { reports }) => (reports ? `${column} >= '${reports.day}'::date - interval '1 day'` : 'true'),
  sinceNewDay: (column, { reports }) => (reports ? `${column} > ${reports.transferId}` : 'true'),
} as const satisfies Readonly<Record<string, (column: string, watermark: Watermark) => string>>;

type Mark = keyof typeof marks;

const MARK = new RegExp(`\\b(${Object.keys(marks).join('|')})\\(([\\w.]+)\\)`, 'g');

export const toWholeSql = (rule: AuditRule): string => (typeof rule === 'string' ? rule : rule.whole).replace(MARK, 'true');

export const toChangedSql = (rule: AuditRule, watermark: Watermark): string =>
  (typeof rule === 'string' ? rule : rule.changed)
    .replace(MARK, (_, mark: Mark, column: string) => marks[mark](column, watermark))
    .replace('seriesBefore()', `'${JSON.stringify(watermark.series)}'`);

/** Which ids the SQL gets: those of one part of the changes after the other, all coupons at once, or none. */
export function getIdSource(rule: AuditRule): 'touched' | 'coupons' | 'none' {
  const sql = typeof rule === 'string' ? rule : rule.changed;
  if (/\btouched(Text)?\(/.test(sql)) return 'touched';
  return sql.includes('usedCoupon(') ? 'coupons' : 'none';
}
