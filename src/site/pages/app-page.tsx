// What is shown of a page of the account until its app has drawn it.
import { Trans } from '@lingui/react/macro';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import layout from '../../account/layout/client-area/client-area.module.css';
import { type AppPageName, pages } from '../../pages.ts';

type Props = { readonly screen: AppPageName; readonly heading: string };

export function AppPage({ screen, heading }: Props) {
  const hasMenu = pages[screen].path.startsWith('/cabinet/') && screen !== 'order';
  return (
    <div className={hasMenu ? `page ${layout.room}` : 'page'}>
      {hasMenu ? <div className={layout.side} /> : null}
      <div className={layout.content}>
        <h1>{heading}</h1>
        <noscript>
          <p className={layout.scriptless}>
            {screen === 'service' ? <Trans>Turn on JavaScript to order.</Trans> : <Trans>Turn on JavaScript to see your account.</Trans>}
          </p>
        </noscript>
        <div className={layout.member}>
          <Skeleton shape="card" count={3} />
        </div>
      </div>
    </div>
  );
}
