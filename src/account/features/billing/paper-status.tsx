// How the download of a document stands: prepared, tried again, or failed, with the request to quote.

import { Trans } from '@lingui/react/macro';
import { FailureText } from '#ui/forms/field-error.tsx';
import css from './invoices.module.css';
import type { PaperDownload } from './use-paper-download.ts';

export const PaperStatus = ({ download: { busy, isRetrying, failure } }: { readonly download: Omit<PaperDownload, 'save'> }) => (
  <>
    <p role="status" className={css.about}>
      {isRetrying ? <Trans>The PDF isn’t ready yet. Trying again…</Trans> : busy ? <Trans>Preparing the file…</Trans> : null}
    </p>
    <p role="alert" className={css.wrong}>
      {failure?.status === 503 ? <Trans>The PDF isn’t ready yet. Try again in a few minutes.</Trans> : <FailureText error={failure} />}
      {failure?.requestId === undefined ? null : <Quote requestId={failure.requestId} />}
    </p>
  </>
);

const Quote = ({ requestId }: { readonly requestId: string }) => (
  <>
    {' '}
    <Trans>If you write to us, please quote {requestId}.</Trans>
  </>
);
