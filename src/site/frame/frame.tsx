// The frame around a document: header, footer, dialogs and messages. The server renders it, and
// src/site/enhance makes it alive.
import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { DocumentName } from '../../pages.ts';
import { ConsentNotice } from '../../web/layout/consent/consent-banner.tsx';
import { Footer } from '../../web/layout/footer.tsx';
import { Header } from '../../web/layout/header/header.tsx';
import { VisitContext } from '../../web/router/page/context.ts';
import type { PageState } from '../../web/router/page/state.ts';
import { CurrencyDialog, PrivacyDialog } from './dialogs.tsx';
import { Messages } from './messages.tsx';
import { SearchDialog } from './search.tsx';

/** A document has links and forms instead. */
const never = async () => undefined;
const nothing = () => undefined;

export function Frame({ page, children }: { page: PageState<DocumentName>; children: ReactNode }) {
  const { address, locale, currency, screen, shell, i18n } = page;
  const context = { address, locale, currency, screen, shell, go: never, setQuery: never, setLocale: never, choose: never };
  return (
    <I18nProvider i18n={i18n}>
      <VisitContext value={context}>
        <a className="skip" href="#main">
          <Trans>Skip to the content</Trans>
        </a>
        <ConsentNotice />
        <Header search={nothing} />
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
