// The invoice of a purchase that was just paid. It is issued within a minute.

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PaperList } from '#modules/invoicing/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { apiQuery } from '../../api/queries.ts';
import { PaperStatus } from './paper-status.tsx';
import { usePaperDownload } from './use-paper-download.ts';

const REFETCH_MS = 4_000;

const findInvoice = (data: PaperList | undefined) => data?.papers.find(({ kind }) => kind !== 'credit');

export function InvoiceLink({ purchase }: { readonly purchase: string }) {
  const { data } = useQuery({
    ...apiQuery('GET /api/papers', { subject: purchase }),
    refetchInterval: ({ state }) => (findInvoice(state.data) ? false : REFETCH_MS),
  });
  const { save, ...download } = usePaperDownload();
  const paper = findInvoice(data);
  if (!paper) return <Trans>Invoice in a minute</Trans>;
  return (
    <>
      <Button text={<Trans>Invoice (PDF)</Trans>} look="link" busy={download.busy} onClick={() => save(paper)} />
      <PaperStatus download={download} />
    </>
  );
}
