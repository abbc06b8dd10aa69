import { Trans, useLingui } from '@lingui/react/macro';
import button from '#ui/styles/button.module.css';
import { href } from '../../pages.ts';
import { MessagePage } from '../../web/layout/message-page.tsx';
import type { ScreenProps } from '../../web/router/page/data.ts';

function NotFoundPage({ data: { path } }: ScreenProps<'notFound'>) {
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

export { NotFoundPage as Screen };
