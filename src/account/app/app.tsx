// Root component of the account's app: the page, announcements and error boundaries.
import { I18nProvider } from '@lingui/react';
import { Component, type ReactNode, useEffect, useMemo } from 'react';
import { FaultNotice } from '#ui/feedback/error-notice.tsx';
import { VisitContext } from '#ui/page/context.ts';
import type { PageState } from '#ui/page/state.ts';
import { ProgressBar } from '../layout/progress-bar.tsx';
import { useLinkClicks } from './link-clicks.ts';
import { screenOf, screens, titleOf } from './page-registry.ts';
import { useNavigation } from './use-navigation.ts';

export function App({ first }: { first: PageState }) {
  const navigation = useNavigation(first);
  const { pageState, go, setQuery } = navigation;
  const { address, locale, currency, screen, shell, i18n, turn } = pageState;
  useLinkClicks(navigation);
  useEffect(declareLive, []);
  const visit = useMemo(
    () => ({ address, locale, currency, screen, shell, go, setQuery }),
    [address, locale, currency, screen, shell, go, setQuery],
  );
  const Screen = screenOf(screen);
  return (
    <I18nProvider i18n={i18n}>
      <VisitContext value={visit}>
        <ProgressBar busy={navigation.busy} />
        <Boundary key={turn}>
          {/* oxlint-disable-next-line react/static-components -- screenOf returns components of loaded modules, one per screen. */}
          <Screen data={pageState.data} />
        </Boundary>
        <Announcement pageState={pageState} />
      </VisitContext>
    </I18nProvider>
  );
}

/** Tests and styles wait for it. */
function declareLive(): void {
  document.documentElement.dataset.live = '1';
  document.dispatchEvent(new Event('live'));
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

/** A page that throws is replaced. */
class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = { cause: undefined };

  static getDerivedStateFromError(cause: unknown): State {
    return { cause: cause ?? new Error() };
  }

  override render(): ReactNode {
    const { cause } = this.state;
    return cause === undefined ? this.props.children : <FaultNotice {...wordsOf(cause)} />;
  }
}
