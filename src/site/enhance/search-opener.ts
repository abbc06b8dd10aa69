// Opens the search by its link in the header or by Ctrl K. It is loaded when it is used; until then, and if
// that fails, the link leads to the questions.
import { findOwnLink } from '#ui/navigation/own-link.ts';

export function startSearch(): void {
  let isLoaded = true;
  const open = (link: HTMLAnchorElement) =>
    import('./search.ts').then(
      ({ openSearch }) => openSearch(),
      () => {
        isLoaded = false;
        link.click();
        isLoaded = true;
      },
    );
  document.addEventListener('click', (event) => {
    const link = findOwnLink(event);
    if (link?.dataset.search === undefined || !isLoaded) return;
    event.preventDefault();
    void open(link);
  });
  document.addEventListener('keydown', (event) => {
    const isHeld = /Mac|iP/.test(navigator.platform) ? event.metaKey : event.ctrlKey;
    const link = document.querySelector<HTMLAnchorElement>('a[data-search]');
    if (!isHeld || event.key !== 'k' || !link) return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) void open(link);
  });
}
