// The frame around every page: header, footer, dialogs and messages. The server renders it, and
// src/site/enhance makes it alive.
import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { VisitContext } from '#ui/page/context.ts';
import type { PageState } from '#ui/page/state.ts';
import type { ScreenName } from '../../pages.ts';
import { ConsentNotice } from './consent.tsx';
import { CurrencyDialog, PrivacyDialog } from './dialogs.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Messages } from './messages.tsx';
import { SearchDialog } from './search.tsx';

/** The server does not navigate. */
const never = async () => undefined;

export function Frame({ page, children }: { page: PageState<ScreenName>; children: ReactNode }) {
  const { address, locale, currency, screen, shell, i18n } = page;
  const context = { address, locale, currency, screen, shell, go: never, setQuery: never };
  return (
    <I18nProvider i18n={i18n}>
      <VisitContext value={context}>
        <a className="skip" href="#main">
          <Trans>Skip to the content</Trans>
        </a>
        <ConsentNotice />
        <Header />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
        <SearchDialog />
        <PrivacyDialog />
        {shell.currencies.length > 1 ? <CurrencyDialog /> : null}
        <Messages />
      </VisitContext>
    </I18nProvider>
  );
}
