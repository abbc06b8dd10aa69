// What a visitor sees of a fault of ours, whether the server or the browser met it.
import { Trans } from '@lingui/react/macro';
import { href } from '../../pages.ts';
import type { ScreenData } from '../page-data.ts';
import button from '../ui/button.module.css';
import { Notice } from './notice.tsx';

export function FaultNotice({ message, requestId }: ScreenData['fault']) {
  return (
    <Notice
      title={<Trans>Internal Server Error</Trans>}
      acts={
        <a className={button.main} href={href('home')}>
          <Trans>Go to the home page</Trans>
        </a>
      }
    >
      <p>{message || <Trans>Something went wrong on our side. Nothing that you had done before is lost.</Trans>}</p>
      {requestId ? (
        <p>
          <Trans>If you write to us, please quote {requestId}.</Trans>
        </p>
      ) : null}
    </Notice>
  );
}
