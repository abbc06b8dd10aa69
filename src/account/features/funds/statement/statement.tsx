// Statement in the chosen currency, newest first and grouped by day. The CSV file, the chart and the details
// are lazy chunks.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type CurrencyNumber, currencyCode } from '#lib/money/money.ts';
import { showMoment } from '#lib/time/date.ts';
import type { Statement } from '#modules/wallet/shapes.ts';
import { ApiError, apiErrorMessages } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { LazyPart } from '#ui/display/lazy.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { usePage } from '#ui/page/context.ts';
import button from '#ui/styles/button.module.css';
import { chosenQuery, href, pageRow, pages, queryOf, spellQuery } from '../../../../pages.ts';
import { type QueryResult, useQuery } from '../../../api/use-query.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import { mergeStatement } from './merge-statement.ts';
import css from './statement.module.css';
import { sayMovement } from './transfer-labels.ts';
import { MovementRow } from './transfer-row.tsx';

type StatementKind = (typeof pages.funds.query.kind)[number];
type StatementLine = Statement['lines'][number];
export type FilteredStatement = Statement & { readonly kind: StatementKind | undefined };

const row = pageRow('funds');
const kinds: readonly StatementKind[] = pages.funds.query.kind;
const addressOf = (kind: StatementKind | undefined): string => href('funds') + spellQuery(chosenQuery(row, { kind }));
const PAGE_LINES = 25;
const TITLE = 'statement';

const loadPlot = () => import('./balance-chart.tsx').then(({ BalanceChart }) => BalanceChart);

/** `turn`: changes with each reload. */
export function StatementPart({ turn }: { turn: number }) {
  const { address, currency } = usePage();
  const chosen = new Map(chosenQuery(row, queryOf(address)));
  const kind = kinds.find((each) => each === chosen.get('kind'));
  const load = useCallback(
    async (signal: AbortSignal): Promise<FilteredStatement> => {
      const request = { currency, limit: PAGE_LINES, ...(kind ? { kind } : {}) };
      return { ...(await call('GET /api/balance/statement', request, { signal })), kind };
    },
    [currency, kind],
  );
  const loaded = useQuery(load);
  useRenewed(loaded, load, turn);
  // Data of another selection is not shown.
  const data = loaded.data?.kind === kind ? loaded.data : undefined;
  return (
    <section className={css.statement} aria-labelledby={TITLE}>
      <div className={css.head}>
        <h2 id={TITLE} tabIndex={-1}>
          <Trans>Statement in {currencyCode(currency)}</Trans>
        </h2>
        <Filter kind={kind} />
      </div>
      <QueryState wide of={{ ...loaded, data }} waiting={<Skeleton shape="lines" count={5} />}>
        {(known) => (known.lines.length === 0 ? <Nothing kind={kind} /> : <StatementLines of={known} change={loaded.change} />)}
      </QueryState>
    </section>
  );
}

/** Refreshes in the background: new transfers are added above. If nothing was loaded yet, it loads again. */
function useRenewed(
  { data, again, change }: QueryResult<FilteredStatement>,
  load: (signal: AbortSignal) => Promise<FilteredStatement>,
  turn: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn reloads, and nothing else does.
  useEffect(() => {
    if (turn === 0) return undefined;
    if (!data) return again();
    const controller = new AbortController();
    load(controller.signal).then(
      (fresh) => change((now) => (now.kind === fresh.kind ? { ...fresh, ...mergeStatement(now, fresh) } : now)),
      (cause: unknown) => {
        // The shown data stays on a failed refresh. Programming errors are reported.
        if (!controller.signal.aborted && !(cause instanceof ApiError)) reportError(cause);
      },
    );
    return () => controller.abort();
  }, [turn]);
}

function Filter({ kind }: { kind: StatementKind | undefined }) {
  const { t } = useLingui();
  const labels = { in: t`Money in`, out: t`Money out` } as const;
  return (
    <ul className={css.filter} aria-label={t`Filter transactions`}>
      {[undefined, ...kinds].map((each) => (
        <li key={each ?? ''}>
          <a href={addressOf(each)} aria-current={each === kind ? 'true' : undefined} data-choice="">
            {each ? labels[each] : <Trans>All</Trans>}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Nothing({ kind }: { kind: StatementKind | undefined }) {
  if (!kind)
    return (
      <Empty kind="empty" title={<Trans>No transactions yet.</Trans>}>
        <Trans>Deposits and payments from your balance appear here.</Trans>
      </Empty>
    );
  const all = (
    <a className={button.quiet} href={addressOf(undefined)} data-choice="" onClick={() => document.getElementById(TITLE)?.focus()}>
      <Trans>Show all transactions</Trans>
    </a>
  );
  return <Empty kind="filtered" title={<Trans>No transactions match.</Trans>} act={all} />;
}

type LinesProps = { readonly of: FilteredStatement; readonly change: (next: (data: FilteredStatement) => FilteredStatement) => void };

function StatementLines({ of: { lines, more, kind, currency, balance }, change }: LinesProps) {
  const { t } = useLingui();
  const [isPlotted, setPlotted] = useState(true);
  const days = useDays(lines);
  return (
    <>
      <div className={css.list}>
        <table>
          <caption className="unseen">{t`Transactions, newest first`}</caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Entry</Trans>
              </th>
              <th scope="col">
                <Trans>Amount</Trans>
              </th>
              <th scope="col">
                <Trans>Balance</Trans>
              </th>
            </tr>
          </thead>
          {days.map(({ day, of }) => (
            <tbody key={day.iso}>
              <tr className={css.day}>
                <th colSpan={3} scope="rowgroup" lang={day.lang}>
                  {day.shown}
                </th>
              </tr>
              {of.map((line) => (
                <MovementRow key={line.id} line={line} currency={currency} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <div className={css.acts}>
        {more ? <Older of={{ currency, kind, before: lines.at(-1)?.id }} change={change} /> : null}
        <Download currency={currency} />
      </div>
      {isPlotted ? (
        <LazyPart key={`${lines[0]?.id} ${balance}`} load={loadPlot} props={{ currency }} failed={() => setPlotted(false)} />
      ) : null}
    </>
  );
}

/**
 * For a part of the page that is loaded later: if it imported this file, the file would become a chunk of its
 * own.
 */
export const statementParts = { StatementLines, css };

type Day = { readonly day: ReturnType<typeof showMoment>; readonly of: StatementLine[] };

/** By the calendar of the user's time zone. */
function useDays(lines: readonly StatementLine[]): readonly Day[] {
  const { locale, shell } = usePage();
  const days: Day[] = [];
  for (const line of lines) {
    const day = showMoment(line.at, shell.dateLocale, locale);
    const last = days.at(-1);
    if (last?.day.shown === day.shown) last.of.push(line);
    else days.push({ day, of: [line] });
  }
  return days;
}

type OlderProps = {
  readonly of: { readonly currency: CurrencyNumber; readonly kind: StatementKind | undefined; readonly before: number | undefined };
  readonly change: LinesProps['change'];
};

function Older({ of: { currency, kind, before }, change }: OlderProps) {
  const take = async () => {
    const request = { currency, limit: PAGE_LINES, ...(kind ? { kind } : {}), ...(before === undefined ? {} : { before }) };
    const next = await call('GET /api/balance/statement', request);
    // A transfer that was loaded twice is added once.
    change((now) => (now.lines.at(-1)?.id === before ? { ...now, lines: [...now.lines, ...next.lines], more: next.more } : now));
  };
  return <Act run={take}>{<Trans>Show older transactions</Trans>}</Act>;
}

function Download({ currency }: { currency: CurrencyNumber }) {
  const { t, i18n } = useLingui();
  const { shell } = usePage();
  const save = async () => {
    const [{ allMovements }, { statementFile }, { saveFile }, { fileName }] = await Promise.all([
      import('./all-transfers.ts'),
      import('./statement-csv.ts'),
      import('#ui/browser/save-file.ts'),
      import('#lib/file-name.ts'),
    ]);
    const { lines } = await allMovements(currency);
    const head = [t`Date (UTC)`, t`Description`, t`Amount`, t`Balance after`, t`Currency`, t`Number`];
    const text = statementFile(lines, currency, { head, kind: (kind) => sayMovement(i18n, kind) });
    const day = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
    saveFile(fileName(`${shell.brand} ${currencyCode(currency)}`, day, 'csv'), text);
  };
  return (
    <Act run={save}>
      <Trans>Download as CSV</Trans>
    </Act>
  );
}

/** A button that calls the API and shows its error beside it. */
function Act({ run, children }: { run: () => Promise<void>; children: ReactNode }) {
  const { failure, press } = useMutation(ApiError);
  const attempt = () =>
    run().catch((cause: unknown) => {
      // A chunk that cannot be loaded is a network error.
      throw cause instanceof ApiError ? cause : new ApiError(0, apiErrorMessages.unreached);
    });
  return (
    <div className={css.act}>
      <button type="button" className={button.quiet} {...press(attempt)}>
        {children}
      </button>
      <FieldErrorText error={failure} />
    </div>
  );
}
