// Offline, the page stays, and a link that was followed loads when the connection is back.
import { copyTemplate, showFailure } from '#ui/feedback/messages.ts';
import { findOwnLink } from '#ui/navigation/own-link.ts';

/** An app follows its links itself. */
export function startConnection(isApp: boolean): void {
  const region = document.getElementById('connection');
  const show = () => region?.replaceChildren(...(navigator.onLine ? [] : [copyTemplate('offline') ?? '']));
  show();
  addEventListener('online', show);
  addEventListener('offline', show);
  document.addEventListener('click', (event) => {
    const link = navigator.onLine || isApp ? undefined : findOwnLink(event);
    if (!link) return;
    event.preventDefault();
    showFailure(() => location.assign(link.href));
  });
}
