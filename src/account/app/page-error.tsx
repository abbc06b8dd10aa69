// What is shown if a page cannot be loaded, or fails.

import { Trans } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '#ui/api/api-error.ts';
import { reloadOnce } from '#ui/browser/reload-once.ts';
import { Button } from '#ui/display/button.tsx';
import { FaultNotice } from '#ui/feedback/error-notice.tsx';
import { MessagePage } from '#ui/feedback/message-page.tsx';
import { NoData, NotNow } from './data-cache.ts';

/** Usually its build was replaced. Offline, a full load would lose the page. */
export function reloadMissing(error: unknown): void {
  if (error instanceof NoData && navigator.onLine) reloadOnce(location.pathname + location.search + location.hash);
}

export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const hasNoData = error instanceof NoData;
  useEffect(() => {
    const load = () => void router.invalidate();
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  }, [router]);
  if (!hasNoData && !(error instanceof NotNow || error instanceof ApiError)) return <FaultNotice {...describeError(error)} />;
  const act = (
    // A browser may remember a file as missing until the page is loaded.
    <Button text={<Trans>Try again</Trans>} look="main" onClick={() => (hasNoData ? location.reload() : void router.invalidate())} />
  );
  return (
    <div role="alert">
      <MessagePage title={<Trans>This couldn’t be loaded.</Trans>} acts={act}>
        <p>
          <Trans>We couldn’t reach the shop. Check your connection and try again.</Trans>
        </p>
      </MessagePage>
    </div>
  );
}

/** Errors with a message for customers. The browser's own, such as TypeError, have none. */
const describeError = (error: unknown) =>
  error instanceof Error && /^(Error|Refused)$/.test(error.name) ? { message: error.message } : {};
