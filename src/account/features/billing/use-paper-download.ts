// Downloads an invoice, a receipt or a credit note as a PDF or an e-invoice. Retries if the server cannot
// draw it yet.
import { useState } from 'react';
import type { EInvoiceRequest, PaperList } from '#modules/invoicing/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { saveDownload } from '#ui/api/save-download.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';

export type InvoicePaper = PaperList['papers'][number];
export type PaperFormat = EInvoiceRequest['format'] | 'pdf' | 'factur-x';
export type PaperDownload = ReturnType<typeof usePaperDownload>;

const MAX_TRIES = 4;
const RETRY_AFTER_SECONDS = 5;

export function usePaperDownload() {
  const { busy, failure, run } = useMutation(ApiError);
  const [isRetrying, setIsRetrying] = useState(false);
  const save = ({ id, number }: Pick<InvoicePaper, 'id' | 'number'>, format: PaperFormat = 'pdf') =>
    void run(async () => {
      for (let tries = 1; ; tries++)
        try {
          if (format === 'pdf' || format === 'factur-x') await saveDownload(`${number}.pdf`, 'GET /api/papers/pdf', { id, format });
          else await saveDownload(`${number}-${format}.xml`, 'GET /api/papers/xml', { id, format });
          return setIsRetrying(false);
        } catch (error) {
          const isLater = error instanceof ApiError && error.status === 503 && tries < MAX_TRIES;
          setIsRetrying(isLater);
          if (!isLater) throw error;
          await new Promise((done) => setTimeout(done, (error.waitSeconds ?? RETRY_AFTER_SECONDS) * 1_000));
        }
    });
  return { busy, isRetrying, failure, save };
}
