import { Trans, useLingui } from '@lingui/react/macro';
import button from '#ui/styles/button.module.css';
import { href } from '../../pages.ts';
import { MessagePage } from './message-page.tsx';

export function NotFound({ path }: { readonly path: string }) {
  const { t } = useLingui();
  return (
    <MessagePage
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
      {/* A text node of its own, because a path that looks like markup would be parsed as part of the sentence. */}
      <p>{t`Page not found: ${path}`}</p>
    </MessagePage>
  );
}
