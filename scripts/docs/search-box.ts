// The search field of the documents, in the browser. The index is loaded with the first focus, as a script, so that it works from a folder too.
import type { Hit, SearchIndex } from './search.ts';

declare const searchDocs: (index: SearchIndex, query: string) => Hit[];

const page = document.documentElement;
const root = page.dataset.root ?? '';
const field = document.querySelector<HTMLInputElement>('#search');
const results = document.querySelector<HTMLElement>('#results');

const shown = globalThis as { docsIndex?: SearchIndex };
let loading: Promise<void> | undefined;

function loadIndex(): Promise<void> {
  loading ??= new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = `${root}search-index.js`;
    script.onload = () => done();
    script.onerror = () => fail(new Error('the index cannot be loaded'));
    document.head.append(script);
  });
  return loading;
}

function show(hits: readonly Hit[], query: string): void {
  if (!results) return;
  results.hidden = query.trim() === '';
  const said = document.createElement('p');
  said.textContent = hits.length === 0 ? `Nothing found for “${query}”.` : `${hits.length} found`;
  const list = document.createElement('ul');
  for (const { href, title, page: of } of hits) {
    const link = document.createElement('a');
    link.href = root + href;
    link.textContent = title;
    const where = document.createElement('span');
    where.textContent = of === title ? '' : of;
    const item = document.createElement('li');
    item.append(link, where);
    list.append(item);
  }
  results.replaceChildren(said, list);
}

if (field) {
  field.closest('form')?.removeAttribute('hidden');
  field.closest('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    results?.querySelector('a')?.click();
  });
  field.addEventListener('focus', () => void loadIndex());
  field.addEventListener('input', () => {
    const query = field.value;
    void loadIndex().then(() => {
      // A later key press has its own answer.
      if (query === field.value && shown.docsIndex) show(searchDocs(shown.docsIndex, query), query);
    });
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    field.value = '';
    show([], '');
  });
}
