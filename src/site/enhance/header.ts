// What the header knows only in the browser: the number of lines in the cart, and how to log out.
import { countCartLines, onCartChange } from '#ui/browser/local-storage.ts';
import { logOut } from './session.ts';

export function startHeader(): void {
  showCart();
  onCartChange(showCart);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-log-out]')) logOut();
  });
}

function showCart(): void {
  const link = document.querySelector<HTMLElement>('header [data-cart]');
  const [name] = link?.children ?? [];
  if (!link || !name) return;
  const count = countCartLines();
  const { empty = '', items = '' } = link.dataset;
  name.textContent = count === 0 ? empty : items.replace('#', String(count));
  link.querySelector('b')?.remove();
  if (count === 0) return;
  link.append(Object.assign(document.createElement('b'), { textContent: count, ariaHidden: 'true' }));
}
