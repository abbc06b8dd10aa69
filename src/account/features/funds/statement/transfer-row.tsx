// One transfer: what it was, the balance after it, and on demand its details or receipt.
import { useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode, useState } from 'react';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import type { Statement } from '#modules/wallet/shapes.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { usePage } from '#ui/page/context.ts';
import css from './statement.module.css';
import { describeTransfer } from './transfer-labels.ts';

const CustomerInvoices = createLazyPart(() => import('../../billing/invoices.tsx').then(({ CustomerInvoices }) => CustomerInvoices));
const TransferDetails = createLazyPart(() => import('./transfer-details.tsx').then(({ TransferDetails }) => TransferDetails));

type Props = { readonly line: Statement['lines'][number]; readonly currency: CurrencyNumber };

export function MovementRow({ line: { id, kind, amount, balanceAfter, bought }, currency }: Props) {
  const { t, i18n } = useLingui();
  const { locale } = usePage();
  const [opened, setOpened] = useState<Opened>();
  const formatAmount = (money: number) => showMoney({ amount: money, currency }, locale);
  const name = describeTransfer(i18n, kind);
  const signed = amount > 0 ? `+${formatAmount(amount)}` : `−${formatAmount(-amount)}`;
  const place = `movement-${id}`;
  return (
    <Fragment>
      <tr>
        <th scope="row">
          {name}
          {bought.length === 0 ? null : (
            <ul className={css.bought}>
              {bought.map((each) => (
                <li key={each.number}>
                  {each.name} · <span>{each.number}</span>
                </li>
              ))}
            </ul>
          )}
          <Opener what="why" opened={opened} open={setOpened} place={place} label={t`Details of ${signed}: ${name}`}>
            {t`Details`}
          </Opener>
          {kind === 'deposit' ? (
            <Opener what="receipt" opened={opened} open={setOpened} place={place} label={t`Receipt for ${signed}: ${name}`}>
              {t`Receipt`}
            </Opener>
          ) : null}
        </th>
        <td data-in={amount > 0 ? '' : undefined}>{signed}</td>
        <td>{formatAmount(balanceAfter)}</td>
      </tr>
      {opened ? (
        <tr id={place}>
          <td colSpan={3} className={css.explained}>
            {opened === 'why' ? (
              <TransferDetails id={id} currency={currency} amount={amount} onMissing={() => setOpened(undefined)} />
            ) : (
              <CustomerInvoices request={`movement ${id}`} onMissing={() => setOpened(undefined)} />
            )}
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}

type Opened = 'why' | 'receipt' | undefined;
type OpenerProps = {
  readonly what: Exclude<Opened, undefined>;
  readonly opened: Opened;
  readonly open: (next: Opened) => void;
  readonly place: string;
  readonly label: string;
  readonly children: ReactNode;
};

function Opener({ what, opened, open, place, label, children }: OpenerProps) {
  const isOpen = opened === what;
  return (
    <button
      type="button"
      className={css.why}
      aria-expanded={isOpen}
      aria-controls={isOpen ? place : undefined}
      aria-label={label}
      onClick={() => open(isOpen ? undefined : what)}
    >
      {children}
    </button>
  );
}
