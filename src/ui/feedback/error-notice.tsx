// Page for internal errors, whether on the server or in the browser.

import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { ButtonLink } from '#ui/display/button.tsx';
import { href } from '../../pages.ts';
import type { ScreenData } from '../page/data.ts';
import { MessagePage } from './message-page.tsx';

export function ErrorNotice({ message, requestId }: ScreenData['error']) {
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
          {/* The empty href is the page's own address with its query. */}
          <ButtonLink text={t`Try again`} look="main" href="" />
          <ButtonLink text={t`Go to the home page`} href={href('home')} />
        </>
      }
    >
      <p>{message || t`Something went wrong on our side. Your cart and your orders are safe.`}</p>
      {requestId ? <p>{t`If you write to us, please quote ${requestId}.`}</p> : null}
    </MessagePage>
  );
}
