import { useLingui } from '@lingui/react/macro';
import { ButtonLink } from '#ui/display/button.tsx';
import { href } from '../../pages.ts';
import { MessagePage } from './message-page.tsx';

export function NotFound({ path }: { readonly path: string }) {
  const { t } = useLingui();
  return (
    <MessagePage
      title={t`Page Not Found`}
      acts={
        <>
          <ButtonLink text={t`Go to the home page`} look="main" href={href('home')} />
          <ButtonLink text={t`Browse services`} href={href('services')} />
        </>
      }
    >
      {/* A text node of its own, because a path that looks like markup would be parsed as part of the sentence. */}
      <p>{t`Page not found: ${path}`}</p>
    </MessagePage>
  );
}
