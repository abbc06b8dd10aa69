// Searches the questions while a visitor types: the server's page of the search is put in place.
import { loadContent } from './parts.ts';

/** Long enough to finish a word. */
const DEBOUNCE_MS = 250;

export function startQuestions(): void {
  const field = document.querySelector<HTMLInputElement>('#faq-search');
  if (!field) return;
  let searching: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout>;
  let last = field.value;
  const search = async () => {
    if (field.value === last) return;
    last = field.value;
    searching?.abort();
    searching = new AbortController();
    const address = field.value.trim() ? `${location.pathname}?${new URLSearchParams({ q: field.value })}` : location.pathname;
    try {
      const page = await loadContent(address, searching.signal);
      for (const id of ['faq-found', 'faq-results'])
        document.getElementById(id)?.replaceChildren(...(page.getElementById(id)?.childNodes ?? []));
      history.replaceState(history.state, '', address);
    } catch {
      // A newer word is searched, or the visitor is offline: Enter searches again.
      last = '';
    }
  };
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), DEBOUNCE_MS);
  });
  field.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void search();
  });
}
