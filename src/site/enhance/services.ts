// The filter of the services page, applied in place: every service is in the page. The address names the
// filter, and the service that was opened last.

export function startServices(): void {
  for (const chip of listChips())
    chip.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      if (chip.ariaCurrent === 'true') return;
      history.pushState(null, '', chip.href);
      showKind();
    });
  addEventListener('popstate', showKind);
  document.addEventListener('toggle', ({ target }) => showOpenedInAddress(target), true);
  showKind();
}

const listChips = () => document.querySelectorAll<HTMLAnchorElement>('main [data-choice]');

function showKind(): void {
  const kind = new URLSearchParams(location.search).get('kind') ?? '';
  const chosen = [...listChips()].find(({ dataset }) => dataset.choice === kind) ?? listChips()[0];
  const shown = chosen?.dataset.choice;
  const found = document.getElementById('services-found');
  const count = chosen?.querySelector('template')?.content.textContent ?? '';
  // An announcement is not repeated.
  if (found && found.textContent !== count) found.textContent = count;
  for (const chip of listChips()) chip.ariaCurrent = chip === chosen ? 'true' : null;
  for (const service of document.querySelectorAll<HTMLElement>('main [data-kind]'))
    service.hidden = !!shown && service.dataset.kind !== shown;
}

function showOpenedInAddress(details: EventTarget | null): void {
  const slug = details instanceof HTMLDetailsElement && details.open ? details.querySelector('article')?.id : undefined;
  if (slug) history.replaceState(history.state, '', `${location.pathname}${location.search}#${slug}`);
}
