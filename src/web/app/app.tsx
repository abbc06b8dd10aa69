// Root component on server and client: header, page, footer, announcements and error boundaries.
import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { countCartLines } from '#ui/browser/local-storage.ts';
import { LazyPart } from '#ui/display/lazy.tsx';
import { ConsentNotice } from '../layout/consent/consent-banner.tsx';
import { FaultNotice } from '../layout/errors/error-notice.tsx';
import { Footer } from '../layout/footer.tsx';
import { Header } from '../layout/header/header.tsx';
import { ProgressBar } from '../layout/progress-bar.tsx';
import { StatusBar } from '../layout/status-bar.tsx';
import { VisitContext } from '../router/page/context.ts';
import type { Navigation, PageState } from '../router/page/state.ts';
import { useLinkClicks } from './link-clicks.ts';
import { screenOf, screens, titleOf } from './page-registry.ts';
import { useNavigation } from './use-navigation.ts';

const loadCurrencyChangeDialog = () =>
  import('../layout/header/currency-change-dialog.tsx').then(({ CurrencyChangeDialog }) => CurrencyChangeDialog);

const loadSearch = () => import('../features/search/search-dialog.tsx').then(({ SearchDialog }) => SearchDialog);

export function App({ first, onLive }: { first: PageState; onLive?: (navigation: Navigation) => void }) {
  const navigation = useNavigation(first);
  const { pageState, go, setQuery, setLocale, pay } = navigation;
  const { address, locale, currency, screen, shell, i18n, turn } = pageState;
  useLinkClicks(navigation);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the first render.
  useEffect(() => {
    onLive?.(navigation);
  }, []);
  const [requestedCurrency, setRequestedCurrency] = useState<CurrencyNumber>();
  const [isSearching, setIsSearching] = useState(false);
  const closeCurrency = () => setRequestedCurrency(undefined);
  const closeSearch = () => setIsSearching(false);
  const choose = useCallback((wanted: CurrencyNumber) => (countCartLines() > 0 ? setRequestedCurrency(wanted) : void pay(wanted)), [pay]);
  const visit = useMemo(
    () => ({ address, locale, currency, screen, shell, go, setQuery, setLocale, choose }),
    [address, locale, currency, screen, shell, go, setQuery, setLocale, choose],
  );
  const Screen = screenOf(screen);
  return (
    <I18nProvider i18n={i18n}>
      <VisitContext value={visit}>
        <Boundary outermost>
          <a className="skip" href="#main">
            <Trans>Skip to the content</Trans>
          </a>
          <ProgressBar busy={navigation.busy} />
          <ConsentNotice />
          <Header search={() => setIsSearching(true)} />
          <main id="main" tabIndex={-1}>
            <Boundary key={turn}>
              {/* oxlint-disable-next-line react/static-components -- screenOf returns components of loaded modules, one per screen. */}
              <Screen data={pageState.data} />
            </Boundary>
          </main>
          <Footer />
          <Announcement pageState={pageState} />
          {requestedCurrency === undefined ? null : (
            <LazyPart
              load={loadCurrencyChangeDialog}
              props={{ wanted: requestedCurrency, pay, close: closeCurrency }}
              failed={closeCurrency}
            />
          )}
          {isSearching ? <LazyPart load={loadSearch} props={{ close: closeSearch }} failed={closeSearch} /> : null}
          <StatusBar trouble={navigation.trouble} />
        </Boundary>
      </VisitContext>
    </I18nProvider>
  );
}

/** Announces the title after a client navigation; the browser announces the first page. */
function Announcement({ pageState }: { pageState: PageState }) {
  return (
    <p role="status" className="unseen">
      {pageState.turn > 0 ? titleOf(screens[pageState.screen], pageState.i18n, pageState) : null}
    </p>
  );
}

/** Errors with a message for customers. The browser's own, such as TypeError, have none. */
const wordsOf = (cause: unknown) => (cause instanceof Error && /^(Error|Refused)$/.test(cause.name) ? { message: cause.message } : {});

type State = { readonly cause: unknown };

/**
 * A page that throws is replaced, and the layout around it stays. `outermost`: around the layout, so that its
 * errors do not leave an empty window.
 */
class Boundary extends Component<{ children: ReactNode; outermost?: boolean }, State> {
  override state: State = { cause: undefined };

  static getDerivedStateFromError(cause: unknown): State {
    return { cause: cause ?? new Error() };
  }

  override render(): ReactNode {
    const { cause } = this.state;
    if (cause === undefined) return this.props.children;
    const notice = <FaultNotice {...wordsOf(cause)} />;
    return this.props.outermost ? <main>{notice}</main> : notice;
  }
}
