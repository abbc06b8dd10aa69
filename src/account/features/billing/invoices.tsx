// Invoices of a purchase or a deposit as PDF downloads. One that is not issued yet will be within minutes.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { showMoney } from '#lib/money/money.ts';
import { CORRECTION_DAYS, toSignedAmount } from '#modules/invoicing/rules.ts';
import { Button } from '#ui/display/button.tsx';
import menu from '#ui/display/menu.module.css';
import { Chevron, Menu } from '#ui/display/menu.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { usePage } from '#ui/page/context.ts';
import { apiQuery } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { DayText } from '../../shared/date-time.tsx';
import { CorrectButton } from './correct-invoice.tsx';
import css from './invoices.module.css';
import { PaperStatus } from './paper-status.tsx';
import { type InvoicePaper, type PaperFormat, usePaperDownload } from './use-paper-download.ts';

/** By the id of a purchase or a deposit, or of a transfer. */
type Props = { readonly request: `subject ${string}` | `movement ${number}` };

export function CustomerInvoices({ request }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [by = '', id] = request.split(' ');
  const papers = useQuery(apiQuery('GET /api/papers', { [by]: id }));
  const lookAgain = () => {
    // The button is gone once an invoice is listed.
    place.current?.focus();
    void papers.refetch();
  };
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      <QueryState wide query={papers} waiting={<Skeleton shape="lines" count={1} />}>
        {({ papers: list }) =>
          list.length === 0 ? (
            <NotYet again={lookAgain} busy={papers.isFetching} />
          ) : (
            <ul className={css.list}>
              {list.map((paper) => (
                <InvoiceRow key={paper.id} paper={paper} correct={isCorrectable(paper, list) ? lookAgain : undefined} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </div>
  );
}

const NotYet = ({ again, busy }: { readonly again: () => void; readonly busy: boolean }) => (
  <div className={css.row}>
    <p role="status">
      <Trans>It’s being issued and will be here in a minute or two.</Trans>
    </p>
    <Button text={<Trans>Check again</Trans>} small busy={busy} onClick={again} />
  </div>
);

const DAY_MS = 86_400_000;

/** As far as the browser can tell: the latest document of its purchase. The newest come first. */
const isCorrectable = ({ id, kind, issuedAt, subjectId }: InvoicePaper, list: readonly InvoicePaper[]): boolean =>
  kind === 'invoice' &&
  list.find((each) => each.subjectId === subjectId)?.id === id &&
  Date.now() - Date.parse(issuedAt) < CORRECTION_DAYS * DAY_MS;

type RowProps = {
  readonly paper: InvoicePaper;
  /** Called after a correction; absent: none is possible. */
  readonly correct: (() => void) | undefined;
};

function InvoiceRow({ paper: { id, kind, number, issuedAt, gross, currency }, correct }: RowProps) {
  const { t } = useLingui();
  const { locale } = usePage();
  const { save, ...download } = usePaperDownload();
  const titles: Readonly<Record<InvoicePaper['kind'], string>> = { invoice: t`Invoice`, receipt: t`Receipt`, credit: t`Credit note` };
  const title = titles[kind];
  return (
    <li className={css.row}>
      <div>
        <p>
          <b>{title}</b> <span className={css.number}>{number}</span>
        </p>
        <p className={css.about}>
          <DayText iso={issuedAt} /> · {showMoney({ amount: toSignedAmount(kind, gross), currency }, locale)}
        </p>
      </div>
      <div className={css.downloads}>
        <Button
          text={t`Download PDF`}
          small
          aria-label={t`Download PDF: ${title} ${number}`}
          busy={download.busy}
          onClick={() => save({ id, number })}
        />
        {kind === 'receipt' ? null : <EInvoiceMenu title={title} number={number} save={(format) => save({ id, number }, format)} />}
        {correct ? <CorrectButton id={id} number={number} onDone={correct} /> : null}
      </div>
      <PaperStatus download={download} />
    </li>
  );
}

/** By the names of the standards. */
const eInvoices = { ubl: 'UBL (Peppol)', cii: 'CII', xrechnung: 'XRechnung', 'factur-x': 'PDF (Factur-X, ZUGFeRD)' } as const;

type MenuProps = { readonly title: string; readonly number: string; readonly save: (format: PaperFormat) => void };

/** For buyers whose software reads invoices. */
function EInvoiceMenu({ title, number, save }: MenuProps) {
  const { t } = useLingui();
  const shown = (
    <>
      <span aria-hidden="true">{t`E-invoice`}</span>
      <Chevron />
    </>
  );
  return (
    <Menu label={t`E-invoice: ${title} ${number}`} content={shown}>
      <ul className={menu.list}>
        {(Object.keys(eInvoices) as (keyof typeof eInvoices)[]).map((format) => (
          <li key={format}>
            <button
              type="button"
              className={menu.item}
              aria-label={`${eInvoices[format]}: ${title} ${number}`}
              onClick={() => save(format)}
            >
              {eInvoices[format]}
            </button>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
