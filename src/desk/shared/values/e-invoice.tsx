// The e-invoice of a document, in the format that the buyer asks for. What is missing for it is listed.
import { useState } from 'react';
import type { PaperKind } from '#modules/invoicing/rules.ts';
import type { EInvoiceRequest } from '#modules/invoicing/shapes.ts';
import { saveBytes } from '#ui/browser/save-file.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { DeskApiError, fetchFile } from '../api/client.ts';
import form from '../forms/form.module.css';
import { DeskDialog } from '../layout/desk-dialog.tsx';

type Props = { readonly id: string; readonly kind: PaperKind; readonly number: string; readonly customer: string };

const formats = { ubl: 'UBL (Peppol)', cii: 'CII', xrechnung: 'XRechnung' } as const satisfies Record<EInvoiceRequest['format'], string>;

export function EInvoiceButton({ id, kind, number, customer }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { busy, failure, run } = useMutation(DeskApiError);
  if (kind === 'receipt') return null;
  const saveXml = (format: EInvoiceRequest['format']) =>
    void run(async () => saveBytes(`${number}-${format}.xml`, await fetchFile('GET /api/invoices/xml', { id, format })));
  const savePdf = () =>
    void run(async () => saveBytes(`${number}.pdf`, await fetchFile('GET /api/paper', { id, customer, format: 'factur-x' })));
  return (
    <>
      <Button text="E-invoice" about={number} look="link" onClick={() => setIsOpen(true)} />
      {isOpen ? (
        <DeskDialog title={`E-invoice of ${number}`} harmless onClose={() => setIsOpen(false)}>
          <div className={form.form}>
            <p>A file by EN 16931, which the buyer’s software reads. The PDF has it inside.</p>
            <div className={form.row}>
              {(Object.keys(formats) as (keyof typeof formats)[]).map((format) => (
                <Button key={format} text={formats[format]} busy={busy} onClick={() => saveXml(format)} />
              ))}
              <Button text="PDF (Factur-X, ZUGFeRD)" busy={busy} onClick={savePdf} />
            </div>
            <div role="alert">{failure ? <Errors error={failure} /> : null}</div>
          </div>
        </DeskDialog>
      ) : null}
    </>
  );
}

function Errors({ error: { errors, message } }: { readonly error: DeskApiError }) {
  const list = Object.values(errors).flat();
  if (list.length === 0) return <p className={form.failure}>{message}</p>;
  return (
    <ul className={form.errors}>
      {list.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}
