// The frame around every page: header, footer, dialogs and messages. The server renders it, and
// src/site/enhance makes it alive.
import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type PageContext, VisitContext } from '#ui/page/context.ts';
import { ConsentNotice } from './consent.tsx';
import { CurrencyDialog, PrivacyDialog } from './dialogs.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Messages } from './messages.tsx';
import { SearchDialog } from './search.tsx';

type Props = { readonly page: PageContext; readonly i18n: I18n; readonly children: ReactNode };

export function Frame({ page, i18n, children }: Props) {
  return (
    <I18nProvider i18n={i18n}>
      <VisitContext value={page}>
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
        {page.shell.currencies.length > 1 ? <CurrencyDialog /> : null}
        <Messages />
      </VisitContext>
    </I18nProvider>
  );
}
