// The invoice of a purchase that was just paid. It is issued within a minute.
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect } from 'react';
import { call } from '#ui/api/client.ts';
import button from '#ui/styles/button.module.css';
import { useQuery } from '../../api/use-query.ts';
import { PaperStatus } from './paper-status.tsx';
import { usePaperDownload } from './use-paper-download.ts';

const LOOK_AGAIN_MS = 4_000;

export function InvoiceLink({ purchase }: { readonly purchase: string }) {
  const load = useCallback(
    async (signal: AbortSignal) => (await call('GET /api/papers', { subject: purchase }, { signal })).papers,
    [purchase],
  );
  const { data, busy, again } = useQuery(load);
  const { save, ...download } = usePaperDownload();
  const paper = data?.find(({ kind }) => kind !== 'credit');
  useEffect(() => {
    if (paper || busy) return undefined;
    const pause = setTimeout(again, LOOK_AGAIN_MS);
    return () => clearTimeout(pause);
  }, [paper, busy, again]);
  if (!paper) return <Trans>Invoice in a minute</Trans>;
  return (
    <>
      <button type="button" className={button.link} aria-disabled={download.busy || undefined} onClick={() => save(paper)}>
        <Trans>Invoice (PDF)</Trans>
      </button>
      <PaperStatus download={download} />
    </>
  );
}
