// Offline, the page stays, and a link that was followed loads when the connection is back.
import { ownLink } from './own-link.ts';

export function startConnection(): void {
  const region = document.getElementById('connection');
  const show = () => region?.replaceChildren(...(navigator.onLine ? [] : [copyTemplate('offline')]));
  show();
  addEventListener('online', show);
  addEventListener('offline', show);
  document.addEventListener('click', (event) => {
    const link = navigator.onLine ? undefined : ownLink(event);
    if (!link) return;
    event.preventDefault();
    showFailure(link.href);
  });
}

/** The latest link wins. */
function showFailure(address: string): void {
  const region = document.getElementById('failure');
  const notice = copyTemplate('not-loaded');
  const go = () => location.assign(address);
  notice.querySelector('button')?.addEventListener('click', go);
  region?.replaceChildren(notice);
  removeEventListener('online', goWhenOnline);
  goWhenOnline = go;
  addEventListener('online', goWhenOnline);
}

let goWhenOnline = (): void => undefined;

const copyTemplate = (id: string): DocumentFragment =>
  document.querySelector<HTMLTemplateElement>(`template#${id}`)?.content.cloneNode(true) as DocumentFragment;
