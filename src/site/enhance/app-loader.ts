// Loads the app of the account, which is drawn in the page's main element.
import { getAccessToken } from '#ui/api/session.ts';
import { isCartEmpty } from '#ui/browser/local-storage.ts';
import { reloadOnce } from '#ui/browser/reload-once.ts';
import { isClosed } from '#ui/navigation/access.ts';
import { isAppPage } from '../../pages.ts';
import { showStoredToast } from './toasts.ts';

const root = document.getElementById('root') as HTMLElement;

export async function loadApp(): Promise<void> {
  const here = location.pathname + location.search + location.hash;
  try {
    if (isClosed(here, getAccessToken() !== undefined, isCartEmpty()))
      return location.replace((await import('#ui/navigation/session-redirect.ts')).redirectFor(here));
    showStoredToast();
    markInlineStyles();
    await import('../../account/entry.client.tsx').then(({ startApp }) => startApp());
  } catch (cause) {
    console.error('The app could not be loaded.', cause);
    if (!reloadOnce(here)) document.documentElement.dataset.live = '0';
  }
}

/** In the document that is open, without a load. */
export function openApp(to: string): void {
  if (!isAppPage(to)) location.replace(to);
  else {
    history.replaceState(null, '', to);
    void loadApp();
  }
}

/** Styles are inline in the document; a disabled link for each keeps Vite from loading them again. */
function markInlineStyles(): void {
  for (const href of root.dataset.styles?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true, href }));
}
