// An invoice by its link: what it is for, what is open and how to pay it, and its PDF.

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { showMoney } from '#lib/money/money.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { QrCode } from '#ui/display/qr-code.tsx';
import { usePage } from '#ui/page/context.ts';
import type { ScreenProps } from '#ui/page/data.ts';
import eyebrow from '#ui/styles/eyebrow.module.css';
import split from '#ui/styles/split.module.css';
import { href } from '../../pages.ts';
import { AccountPage, Onward } from './account/account-layout.tsx';
import contact from './contact-page.module.css';
import declaration from './declaration-page.module.css';
import { Form } from './forms/form.tsx';
import { Confirming, ToPayment } from './pay-page.tsx';
import { SaleLines } from './sale-lines.tsx';

type Data = ScreenProps<'invoice'>['data'];

const InvoicePage = ({ data }: ScreenProps<'invoice'>) =>
  data.invoice ? (
    <Invoice data={{ ...data, invoice: data.invoice }} />
  ) : (
    <AccountPage alone scriptless title={<Trans>Your invoice</Trans>} lead={<Trans>Open the link in our email.</Trans>}>
      <Onward to={href('orderHistory')}>
        <Trans>See your orders</Trans>
      </Onward>
    </AccountPage>
  );

type Opened = Data & { readonly invoice: NonNullable<Data['invoice']> };

function Invoice({ data }: { readonly data: Opened }) {
  const { code = '', invoice, due } = data;
  const { t } = useLingui();
  const { locale } = usePage();
  const { number, seller, buyer, lines, claim, qr, currency, total, vat } = invoice;
  const open = showMoney({ amount: claim?.open ?? 0, currency }, locale);
  return (
    <div className={`page ${split.split}`}>
      <div>
        <p className={eyebrow.eyebrow}>{seller}</p>
        <h1>
          <Trans>Invoice {number}</Trans>
        </h1>
        <p className={split.lead}>
          {claim && claim.open > 0 ? <Trans>{open} is open.</Trans> : <Trans>This invoice is paid. Thank you.</Trans>}
        </p>
        <dl className={declaration.facts}>
          <Fact name={<Trans>For</Trans>}>{buyer}</Fact>
          {claim && claim.open > 0 ? (
            <>
              <Fact name={<Trans>Due on</Trans>}>
                <time dateTime={due?.iso} lang={due?.lang}>
                  {due?.shown}
                </time>
              </Fact>
              <Fact name={<Trans>Payment reference</Trans>}>{claim.reference}</Fact>
              {claim.iban ? <Fact name="IBAN">{claim.iban}</Fact> : null}
            </>
          ) : null}
        </dl>
        <SaleLines {...{ currency, total, vat }} lines={lines.map(({ gross, ...line }) => ({ ...line, total: gross }))} />
        {qr ? <QrCode text={qr} label={t`QR code for your banking app`} /> : null}
        <Pay data={data} />
        <p className={contact.acts}>
          <ButtonLink
            text={t`Download the PDF`}
            {...(invoice.isPayable ? {} : { look: 'main' })}
            href={`${href('invoice')}/file?code=${code}`}
            download
          />
        </p>
      </div>
    </div>
  );
}

/** It leads on to the provider's page, because a posted form may not leave the shop. */
function Pay({ data: { code = '', invoice, sent, posted } }: { readonly data: Opened }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const price = showMoney({ amount: invoice.claim?.open ?? 0, currency: invoice.currency }, locale);
  if (invoice.isConfirming) return <Confirming />;
  if (!invoice.isPayable) return null;
  if (sent && !posted) return <ToPayment link={invoice.paymentLink} />;
  return (
    <Form name="invoice" to={href('invoice')} posted={posted} className={contact.form}>
      <input type="hidden" name="code" value={code} />
      <p>
        <Button text={t`Pay ${price}`} look="main" type="submit" />
      </p>
    </Form>
  );
}

const Fact = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

export { InvoicePage as Screen };
