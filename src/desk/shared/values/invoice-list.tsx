// Links to the invoices of a purchase or a customer.

import { toSignedAmount } from '#modules/invoicing/rules.ts';
import type { OrderDetails } from '#modules/orders/desk/shapes.ts';
import { getAddress } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { Lines, Panel, PanelLine, PanelNote } from '../layout/panel.tsx';
import { EInvoiceButton } from './e-invoice.tsx';
import { Moment } from './moment.tsx';
import { formatMoney } from './money.tsx';

type Props = { readonly papers: OrderDetails['papers']; readonly customer: string; readonly none: string };

export function InvoiceList({ papers, customer, none }: Props) {
  const maySee = useMay('money.see');
  return (
    <Panel title="Invoices">
      {papers.length === 0 ? <PanelNote>{none}</PanelNote> : null}
      <Lines>
        {papers.map(({ id, kind, number, issuedAt, gross, currency }) => (
          <PanelLine key={id}>
            <span>
              {maySee ? (
                <a href={getAddress('GET /api/paper', { id, customer })} download>
                  {number}
                </a>
              ) : (
                number
              )}{' '}
              <span className="soft">
                <Moment at={issuedAt} as="day" />
              </span>{' '}
              {maySee ? <EInvoiceButton id={id} kind={kind} number={number} customer={customer} /> : null}
            </span>
            {formatMoney(toSignedAmount(kind, gross), currency)}
          </PanelLine>
        ))}
      </Lines>
    </Panel>
  );
}
