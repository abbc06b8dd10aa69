// The search of every page: finds services, questions and the customer's orders while the visitor types. Its
// markup and texts are in src/site/frame/search.tsx.
import { formatMoney } from '#lib/money/money.ts';
import { getGlyph } from '#lib/service-glyphs.ts';
import { call } from '#ui/api/client.ts';
import { getAccessToken } from '#ui/api/session.ts';
import type { Loaded, ScreenData, ServiceSheet } from '#ui/page/data.ts';
import { openDialog } from './dialogs.ts';
import {
  type FoundGroup,
  findItems,
  kinds,
  listQuestionItems,
  listServiceItems,
  orderItems,
  type SearchItem,
  type SearchItems,
} from './search-items.ts';
import './search.css';

/** The latest ones; the order history searches the older ones too. */
const MAX_ORDERS = 100;

const find = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(`#dialog-search ${selector}`) as E;
const dialog = document.getElementById('dialog-search') as HTMLDialogElement;
const field = find<HTMLInputElement>('input');
const label = find('label');
const guestLabel = label.textContent;
const status = find('[role=status]');
const { dataset: texts } = dialog;
const { locale, currency } = (document.getElementById('root') as HTMLElement).dataset;
const listOptions = (): HTMLElement[] => [...dialog.querySelectorAll<HTMLElement>('[role=option]')];
const findSelectedIndex = (): number => listOptions().findIndex(({ ariaSelected }) => ariaSelected === 'true');

/** Kept until another page is loaded; absent until they are loaded. */
let pages: Pick<SearchItems, 'services' | 'questions'> | undefined;
/** Loaded at each opening. */
let orders: readonly SearchItem[] = [];
let failed = { pages: false, orders: false };

const results = find('#search-results');
results.role = 'listbox';
results.ariaLabel = results.dataset.label ?? '';
field.addEventListener('input', () => show(0));
field.addEventListener('keydown', press);
dialog.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a, [data-close]') && dialog.close());

export function openSearch(): void {
  if (dialog.open) return;
  const closing = new AbortController();
  field.value = '';
  label.textContent = (getAccessToken() === undefined ? guestLabel : label.dataset.customer) ?? '';
  if (/Mac|iP/.test(navigator.platform)) find('kbd').textContent = '⌘K';
  find('[data-failed=pages] button').onclick = () => {
    field.focus();
    load(closing.signal);
  };
  void openDialog(dialog).then(() => closing.abort());
  load(closing.signal);
}

function load(signal: AbortSignal): void {
  orders = [];
  failed = { pages: false, orders: false };
  show(0);
  const finish = (apply: () => void) => {
    if (signal.aborted) return;
    apply();
    show(Math.max(0, findSelectedIndex()));
  };
  const wait = <T>(part: keyof typeof failed, loading: Promise<T>, take: (loaded: T) => void) =>
    loading.then(
      (loaded) => finish(() => take(loaded)),
      () => finish(() => (failed = { ...failed, [part]: true })),
    );
  if (!pages)
    void wait('pages', Promise.all([loadData('services', signal), loadData('faq', signal)]), ([services, faq]) => {
      pages = { services: listServiceItems(services), questions: listQuestionItems(faq) };
    });
  if (getAccessToken() !== undefined)
    void wait('orders', loadOrders(signal), (loaded) => {
      orders = loaded;
    });
}

async function loadOrders(signal: AbortSignal): Promise<readonly SearchItem[]> {
  const [latest, names] = await Promise.all([
    call('GET /api/orders', { limit: MAX_ORDERS }, { signal }),
    loadData('cabinet/order-history', signal),
  ]);
  const statuses = JSON.parse(texts.statuses ?? '') as Readonly<Record<string, string>>;
  return orderItems(latest, names, (order) => statuses[order.status] ?? '');
}

type PublicData = Pick<ScreenData, 'services' | 'faq'> & { readonly 'cabinet/order-history': ScreenData['orderHistory'] };

/** In the language and currency of the page. */
async function loadData<Path extends keyof PublicData>(path: Path, signal: AbortSignal): Promise<PublicData[Path]> {
  const response = await fetch(`/data/${path}?lang=${locale}&currency=${currency}`, { signal });
  if (!response.ok) throw new Error(`${response.url}: HTTP ${response.status}`);
  return ((await response.json()) as Loaded).data as PublicData[Path];
}

function press(event: KeyboardEvent): void {
  const all = listOptions();
  const index = findSelectedIndex();
  // While a Japanese input method converts, Enter and the arrows are its own.
  if (event.isComposing || index < 0) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) select((index + step + all.length) % all.length);
  else if (event.key === 'Enter') all[index]?.click();
  else return;
  event.preventDefault();
}

/** The focus stays in the field, which names the selected option. */
function select(index: number): void {
  field.removeAttribute('aria-activedescendant');
  for (const [each, option] of listOptions().entries()) {
    option.ariaSelected = String(each === index);
    if (each !== index) continue;
    field.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }
}

/** `index`: of the option that becomes the selected one, if there are so many. */
function show(index: number): void {
  const groups = pages ? findItems({ ...pages, orders }, field.value) : [];
  for (const kind of kinds) {
    const group = find(`[data-kind=${kind}]`);
    const found = groups.find((each) => each.kind === kind);
    group.hidden = !found;
    group.replaceChildren(group.firstElementChild ?? '', ...(found ? createOptions(found) : []));
  }
  const count = listOptions().length;
  field.ariaExpanded = String(count > 0);
  select(Math.min(index, count - 1));
  report(count);
}

function report(count: number): void {
  const isEmpty = pages !== undefined && count === 0;
  const { loading = '', empty = '', intl = '' } = texts;
  // A function, because `$` in a replacement has a meaning.
  if (isEmpty) status.textContent = empty.replace('#', () => field.value.trim());
  else if (count > 0) status.textContent = countResults(count, intl);
  else status.textContent = failed.pages ? '' : loading;
  // Results are seen; their number is only read out.
  status.classList.toggle('unseen', count > 0 || failed.pages);
  find('[data-none]').hidden = !isEmpty;
  find('[data-failed=pages]').hidden = !failed.pages;
  find('[data-failed=orders]').hidden = !failed.orders || failed.pages;
}

function countResults(count: number, intl: string): string {
  const counts = JSON.parse(texts.counts ?? '') as Readonly<Record<string, string>>;
  return (counts[new Intl.PluralRules(intl).select(count)] ?? '').replace('#', count.toLocaleString(intl));
}

function createOptions({ kind, items, all }: FoundGroup): HTMLElement[] {
  const created = items.map(createOption);
  if (all !== undefined) created.push(createOption({ href: all }));
  for (const [index, option] of created.entries()) option.id = `search-${kind}-${index}`;
  return created;
}

/** The template has an icon, a title, a note and a price. Its title is that of the link to all matches. */
function createOption({ href, title, note, service }: Pick<SearchItem, 'href'> & Partial<SearchItem>): HTMLElement {
  const option = find<HTMLTemplateElement & HTMLElement>('template').content.firstElementChild?.cloneNode(true) as HTMLAnchorElement;
  const part = (selector: string) => option.querySelector(selector) as Element;
  option.href = href;
  if (title !== undefined) part('b').textContent = title;
  if (note === undefined) part('small').remove();
  else part('small').textContent = note;
  if (service) {
    part('svg').append(...createPaths(service));
    part('span + span').textContent = formatPrice(service);
  } else for (const each of ['svg', 'span + span']) part(each).remove();
  return option;
}

/** As in "from €29". */
function formatPrice({ from, interval, isOnlyPrice }: ServiceSheet): string {
  if (from === undefined) return '';
  const { month = '', from: lowest = '', intl = '' } = texts;
  const price = formatMoney({ amount: from, currency: Number(currency) }, intl, 'ifAny');
  const text = interval === 'month' ? month : isOnlyPrice ? '#' : lowest;
  return text.replace('#', () => price);
}

function createPaths({ icon }: ServiceSheet): SVGPathElement[] {
  const { ground, lines } = getGlyph(icon);
  return [createPath(ground, 'fill'), ...lines.map((line) => createPath(line, 'stroke'))];
}

function createPath({ path, colour }: { readonly path: string; readonly colour: string }, paint: 'fill' | 'stroke'): SVGPathElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  element.setAttribute('d', path);
  element.style[paint] = `var(--${colour})`;
  return element;
}
