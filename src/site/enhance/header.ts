// What the header knows only in the browser: the number of lines in the cart, and how to log out.
import { endLocalSession } from '#ui/api/session.ts';
import { countCartLines, onCartChange } from '#ui/browser/local-storage.ts';

export function startHeader(): void {
  showCart();
  onCartChange(showCart);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-log-out]')) logOut();
  });
}

function showCart(): void {
  const link = document.querySelector<HTMLElement>('header [data-cart]');
  if (!link) return;
  const count = countCartLines();
  const { empty = '', items = '' } = link.dataset;
  link.ariaLabel = count === 0 ? empty : items.replace('#', String(count));
  link.querySelector('b')?.remove();
  if (count > 0) link.append(Object.assign(document.createElement('b'), { textContent: count }));
}

/** Logs out locally even if the server cannot be reached. */
function logOut(): void {
  const endedSession = endLocalSession();
  import('#ui/api/log-out.ts').then(({ endServerSession }) => endServerSession(endedSession)).catch(() => undefined);
}
