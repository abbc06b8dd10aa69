import { Trans } from '@lingui/react/macro';
import { href } from '../../pages.ts';
import { Notice } from '../parts/notice.tsx';
import type { ScreenProps } from '../screens.ts';
import button from '../ui/button.module.css';

export function Screen({ data: { path } }: ScreenProps<'notFound'>) {
  return (
    <Notice
      title={<Trans>Page Not Found</Trans>}
      acts={
        <>
          <a className={button.main} href={href('home')}>
            <Trans>Go to the home page</Trans>
          </a>
          <a className={button.quiet} href={href('services')}>
            <Trans>Browse services</Trans>
          </a>
        </>
      }
    >
      <p>
        <Trans>Page not found: {path}</Trans>
      </p>
    </Notice>
  );
}
