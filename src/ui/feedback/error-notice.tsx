// Page for internal errors, whether on the server or in the browser.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import button from '#ui/styles/button.module.css';
import { href } from '../../pages.ts';
import type { ScreenData } from '../page/data.ts';
import { MessagePage } from './message-page.tsx';

export function FaultNotice({ message, requestId }: ScreenData['fault']) {
  const { t } = useLingui();
  const title = t`Internal Server Error`;
  // For an error in the browser, the title is still that of the failed page.
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <MessagePage
      title={title}
      acts={
        <>
          {/* biome-ignore lint/a11y/useValidAnchor: the empty href is the page's own address with its query. */}
          <a className={button.main} href="">
            <Trans>Try again</Trans>
          </a>
          <a className={button.quiet} href={href('home')}>
            <Trans>Go to the home page</Trans>
          </a>
        </>
      }
    >
      <p>{message || <Trans>Something went wrong on our side. Your cart and your orders are safe.</Trans>}</p>
      {requestId ? (
        <p>
          <Trans>If you write to us, please quote {requestId}.</Trans>
        </p>
      ) : null}
    </MessagePage>
  );
}
