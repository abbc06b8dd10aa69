// Statement in the chosen currency, newest first and grouped by day. The CSV file, the chart and the details
// are lazy chunks.

import { Trans, useLingui } from '@lingui/react/macro';
import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type CurrencyNumber, getCurrencyCode } from '#lib/money/money.ts';
import { showMoment } from '#lib/time/date.ts';
import type { Statement } from '#modules/wallet/shapes.ts';
import { ApiError, apiErrorMessages } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { usePage } from '#ui/page/context.ts';
import { formatQuery, getPageRow, href, listChosen, pages, parseQuery } from '../../../../pages.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import css from './statement.module.css';
import { describeTransfer } from './transfer-labels.ts';
import { MovementRow } from './transfer-row.tsx';

type StatementKind = (typeof pages.funds.query.kind)[number];
type StatementLine = Statement['lines'][number];

const row = getPageRow('funds');
const kinds: readonly StatementKind[] = pages.funds.query.kind;
const getAddress = (kind: StatementKind | undefined): string => href('funds') + formatQuery(listChosen(row, { kind }));
const PAGE_LINES = 25;
const TITLE = 'statement';

const BalanceChart = createLazyPart(() => import('./balance-chart.tsx').then(({ BalanceChart }) => BalanceChart));

/** The pages of a statement; all of them begin with the call's name. */
const statementQuery = (currency: CurrencyNumber, kind?: StatementKind) =>
  infiniteQueryOptions<Statement, ApiError, InfiniteData<Statement>, readonly unknown[], number | undefined>({
    queryKey: ['GET /api/balance/statement', currency, kind],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/balance/statement', { currency, limit: PAGE_LINES, kind, before: pageParam }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ lines, more }) => (more ? lines.at(-1)?.id : undefined),
  });

export function StatementPart() {
  const { address, currency } = usePage();
  const chosen = new Map(listChosen(row, parseQuery(address)));
  const kind = kinds.find((each) => each === chosen.get('kind'));
  const statement = useInfiniteQuery(statementQuery(currency, kind));
  return (
    <section className={css.statement} aria-labelledby={TITLE}>
      <div className={css.head}>
        <h2 id={TITLE} tabIndex={-1}>
          <Trans>Statement in {getCurrencyCode(currency)}</Trans>
        </h2>
        <Filter kind={kind} />
      </div>
      <QueryState wide query={statement} waiting={<Skeleton shape="lines" count={5} />}>
        {({ pages: loaded }) =>
          loaded[0]?.lines.length === 0 ? <Nothing kind={kind} /> : <StatementLines currency={currency} pages={loaded} query={statement} />
        }
      </QueryState>
    </section>
  );
}

function Filter({ kind }: { kind: StatementKind | undefined }) {
  const { t } = useLingui();
  const labels = { in: t`Money in`, out: t`Money out` } as const;
  return (
    <ul className={css.filter} aria-label={t`Filter transactions`}>
      {[undefined, ...kinds].map((each) => (
        <li key={each ?? ''}>
          <a href={getAddress(each)} aria-current={each === kind ? 'true' : undefined} data-choice="">
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
    <ButtonLink
      text={<Trans>Show all transactions</Trans>}
      href={getAddress(undefined)}
      data-choice=""
      onClick={() => document.getElementById(TITLE)?.focus()}
    />
  );
  return <Empty kind="filtered" title={<Trans>No transactions match.</Trans>} act={all} />;
}

type LinesProps = {
  readonly currency: CurrencyNumber;
  readonly pages: readonly Statement[];
  readonly query: Pick<UseInfiniteQueryResult<unknown, ApiError>, 'fetchNextPage' | 'hasNextPage'>;
};

function StatementLines({ currency, pages: loaded, query }: LinesProps) {
  const { t } = useLingui();
  const [isPlotted, setPlotted] = useState(true);
  const lines = loaded.flatMap((page) => page.lines);
  const days = useDays(lines);
  return (
    <>
      <div className={css.list}>
        <table>
          <caption className="unseen">{t`Transactions, newest first`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Entry`}</th>
              <th scope="col">{t`Amount`}</th>
              <th scope="col">{t`Balance`}</th>
            </tr>
          </thead>
          {days.map(({ day, lines }) => (
            <tbody key={day.iso}>
              <tr className={css.day}>
                <th colSpan={3} scope="rowgroup" lang={day.lang}>
                  {day.shown}
                </th>
              </tr>
              {lines.map((line) => (
                <MovementRow key={line.id} line={line} currency={currency} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <div className={css.acts}>
        {query.hasNextPage ? <Older fetchNextPage={query.fetchNextPage} /> : null}
        <Download currency={currency} />
      </div>
      {isPlotted ? (
        <BalanceChart key={`${lines[0]?.id} ${loaded[0]?.balance}`} currency={currency} onMissing={() => setPlotted(false)} />
      ) : null}
    </>
  );
}

/** The statement in a currency that the shop no longer sells, below that of the chosen one. */
export function FormerStatement({ currency }: { readonly currency: CurrencyNumber }) {
  const { t } = useLingui();
  const statement = useInfiniteQuery(statementQuery(currency));
  const title = `statement-${currency}`;
  return (
    <section className={css.statement} aria-labelledby={title}>
      <div className={css.head}>
        <h2 id={title}>{t`Statement in ${getCurrencyCode(currency)}`}</h2>
      </div>
      <QueryState wide query={statement} waiting={<Skeleton shape="lines" count={5} />}>
        {({ pages: loaded }) => <StatementLines currency={currency} pages={loaded} query={statement} />}
      </QueryState>
    </section>
  );
}

type Day = { readonly day: ReturnType<typeof showMoment>; readonly lines: StatementLine[] };

/** By the calendar of the user's time zone. */
function useDays(lines: readonly StatementLine[]): readonly Day[] {
  const { locale, shell } = usePage();
  const days: Day[] = [];
  for (const line of lines) {
    const day = showMoment(line.at, shell.dateLocale, locale);
    const last = days.at(-1);
    if (last?.day.shown === day.shown) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}

function Older({ fetchNextPage }: Pick<LinesProps['query'], 'fetchNextPage'>) {
  const { t } = useLingui();
  return <Act run={() => fetchNextPage({ throwOnError: true })}>{t`Show older transactions`}</Act>;
}

function Download({ currency }: { currency: CurrencyNumber }) {
  const { t, i18n } = useLingui();
  const { shell } = usePage();
  const save = async () => {
    const [{ listAllTransfers }, { formatStatementCsv: statementFile }, { saveFile }, { createFileName: fileName }] = await Promise.all([
      import('./all-transfers.ts'),
      import('./statement-csv.ts'),
      import('#ui/browser/save-file.ts'),
      import('#lib/file-name.ts'),
    ]);
    const { lines } = await listAllTransfers(currency);
    const head = [t`Date (UTC)`, t`Description`, t`Amount`, t`Balance after`, t`Currency`, t`Number`];
    const text = statementFile(lines, currency, { head, kind: (kind) => describeTransfer(i18n, kind) });
    const day = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
    saveFile(fileName(`${shell.brand} ${getCurrencyCode(currency)}`, day, 'csv'), text);
  };
  return <Act run={save}>{t`Download as CSV`}</Act>;
}

/** A button that calls the API and shows its error beside it. */
function Act({ run, children }: { run: () => Promise<unknown>; children: ReactNode }) {
  const { failure, press } = useMutation(ApiError);
  const attempt = () =>
    run().catch((cause: unknown) => {
      // A chunk that cannot be loaded is a network error.
      throw cause instanceof ApiError ? cause : new ApiError(0, apiErrorMessages.unreached);
    });
  return (
    <div className={css.act}>
      <Button text={children} {...press(attempt)} />
      <FieldErrorText error={failure} />
    </div>
  );
}
