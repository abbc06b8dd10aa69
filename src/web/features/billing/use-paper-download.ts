// Saves an invoice, a receipt or a credit note as a PDF.
import type { PaperList } from '../../../modules/invoicing/shapes.ts';
import { ApiError } from '../../../ui/api-error.ts';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import { throwNetworkError } from '../../api/client.ts';

export type InvoicePaper = PaperList['papers'][number];

export function usePaperDownload() {
  const { busy, failure, run } = useMutation(ApiError);
  const save = ({ id, number }: Pick<InvoicePaper, 'id' | 'number'>) =>
    void run(async () => {
      const [{ download }, { saveFile }] = await Promise.all([import('../../api/download.ts'), import('../../browser/save-file.ts')]).catch(
        throwNetworkError,
      );
      saveFile(`${number}.pdf`, await download('GET /api/papers/pdf', { id }));
    });
  return { busy, failure, save };
}
