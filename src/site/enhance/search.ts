// The search of every page: finds services, questions and the customer's orders while the visitor types. Its
// markup is src/site/frame/search-dialog.tsx.
import { type Locale, type ShopLanguages, setLanguages } from '#lib/locale.ts';
import { showMoney } from '#lib/money/money.ts';
import { glyphOf } from '#lib/service-glyphs.ts';
import { call } from '#ui/api/client.ts';
import { accessToken } from '#ui/api/session.ts';
import { href, type PageName } from '../../pages.ts';
import type { Loaded, ScreenData, ServiceSheet } from '../../web/router/page/data.ts';
import { getDialog, openDialog } from './dialogs.ts';
import {
  type FoundGroup,
  findItems,
  kinds,
  orderItems,
  questionItems,
  type SearchItem,
  type SearchItems,
  serviceItems,
} from './search-items.ts';

/** The latest ones; the order history searches the older ones too. */
const MAX_ORDERS = 100;

/** What one opening of the dialog has loaded. */
type Search = {
  readonly signal: AbortSignal;
  /** Absent until the public ones are loaded. */
  pages?: Pick<SearchItems, 'services' | 'questions'> | undefined;
  orders: readonly SearchItem[];
  failed: boolean;
  ordersFailed: boolean;
};

const getElement = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E;
/** Language and currency of the page. */
const getPage = (): DOMStringMap => getElement('root').dataset;
const getField = (): HTMLInputElement => getElement<HTMLInputElement>('search-field');
const getResults = (): HTMLElement => getElement('search-results');
const getOptions = (): HTMLElement[] => [...getResults().querySelectorAll<HTMLElement>('[role=option]')];
const getSelected = (options: readonly HTMLElement[]): number => options.findIndex(({ ariaSelected }) => ariaSelected === 'true');

/** Resolves when all that it searches is loaded. */
export async function openSearch(): Promise<void> {
  const dialog = getDialog('search');
  if (dialog.open) return;
  const { languages } = getPage();
  if (languages) setLanguages(JSON.parse(languages) as ShopLanguages);
  const closing = new AbortController();
  const { signal } = closing;
  const search: Search = { signal, orders: [], failed: false, ordersFailed: false };
  showTexts(dialog);
  const field = getField();
  field.value = '';
  void openDialog(dialog).then(() => closing.abort());
  field.focus();
  field.addEventListener('input', () => show(search, 0), { signal });
  field.addEventListener('keydown', press, { signal });
  dialog.addEventListener('click', ({ target }) => target instanceof Element && follow(target, search), { signal });
  // Another page is shown, and this one may be kept for Back.
  for (const type of ['pagehide', 'popstate']) addEventListener(type, () => dialog.close(), { signal });
  await load(search);
}

function showTexts(dialog: HTMLDialogElement): void {
  const label = dialog.querySelector('label');
  if (label) {
    label.dataset.guest ??= label.textContent;
    label.textContent = (accessToken() === undefined ? label.dataset.guest : label.dataset.customer) ?? '';
  }
  const shortcut = dialog.querySelector('kbd');
  if (shortcut && /Mac|iP/.test(navigator.platform)) shortcut.textContent = '⌘K';
}

function press(event: KeyboardEvent): void {
  const options = getOptions();
  const index = getSelected(options);
  // While a Japanese input method converts, Enter and the arrows are its own.
  if (event.isComposing || index < 0) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) select(options, (index + step + options.length) % options.length);
  else if (event.key === 'Enter') options[index]?.click();
  else return;
  event.preventDefault();
}

function follow(target: Element, search: Search): void {
  if (target.closest('[data-retry]')) void load(search);
  else if (target.closest('a, [data-close]')) getDialog('search').close();
}

/** The focus stays in the field, which names the selected option. */
function select(options: readonly HTMLElement[], index: number): void {
  for (const [each, option] of options.entries()) option.ariaSelected = String(each === index);
  const selected = options[index];
  if (selected) getField().setAttribute('aria-activedescendant', selected.id);
  else getField().removeAttribute('aria-activedescendant');
  selected?.scrollIntoView({ block: 'nearest' });
}

async function load(search: Search): Promise<void> {
  const { signal } = search;
  Object.assign(search, { pages: undefined, orders: [], failed: false, ordersFailed: false });
  show(search, 0);
  const finish = (loaded: Partial<Search>) => {
    if (signal.aborted) return;
    Object.assign(search, loaded);
    show(search, Math.max(0, getSelected(getOptions())));
  };
  const pages = Promise.all([loadData('services', signal), loadData('faq', signal)]).then(
    ([services, faq]) => finish({ pages: { services: serviceItems(services), questions: questionItems(faq) } }),
    () => finish({ failed: true }),
  );
  const orders =
    accessToken() !== undefined &&
    loadOrders(signal).then(
      (items) => finish({ orders: items }),
      () => finish({ ordersFailed: true }),
    );
  await Promise.all([pages, orders]);
}

async function loadOrders(signal: AbortSignal): Promise<readonly SearchItem[]> {
  const [orders, names] = await Promise.all([call('GET /api/orders', { limit: MAX_ORDERS }, { signal }), loadData('orderHistory', signal)]);
  const statuses = JSON.parse(getResults().dataset.statuses ?? '') as Readonly<Record<string, string>>;
  return orderItems(orders, names, ({ status }) => statuses[status] ?? '');
}

/** In the language and currency of the page. */
async function loadData<Name extends PageName>(name: Name, signal: AbortSignal): Promise<ScreenData[Name]> {
  const { locale, currency } = getPage();
  const response = await fetch(`/data${href(name)}?lang=${locale}&currency=${currency}`, { signal });
  if (!response.ok) throw new Error(`${response.url}: HTTP ${response.status}`);
  return ((await response.json()) as Loaded).data as ScreenData[Name];
}

/** `index`: of the option that becomes the selected one, if there are so many. */
function show(search: Search, index: number): void {
  const { pages, orders } = search;
  const query = getField().value;
  const groups = pages ? findItems({ ...pages, orders }, query) : [];
  for (const kind of kinds) {
    const group = getResults().querySelector<HTMLElement>(`[data-kind=${kind}]`);
    const found = groups.find((each) => each.kind === kind);
    if (!group) continue;
    group.hidden = !found;
    group.replaceChildren(...[...group.children].slice(0, 1), ...(found ? createOptions(found) : []));
  }
  const options = getOptions();
  getField().ariaExpanded = String(options.length > 0);
  select(options, Math.min(index, options.length - 1));
  report(search, query.trim(), options.length);
}

function report({ pages, failed, ordersFailed }: Search, wanted: string, count: number): void {
  const isEmpty = pages !== undefined && count === 0;
  const status = getElement('search-status');
  const { loading = '', empty = '', found = '' } = status.dataset;
  const text = pages ? (isEmpty ? empty : found) : failed ? '' : loading;
  // A function, because `$` in a replacement has a meaning.
  status.textContent = text.replace(/\{\w+\}/, () => (isEmpty ? wanted : String(count)));
  // Results are seen; their number is only read out.
  status.classList.toggle('unseen', count > 0 || failed);
  const shown = { empty: isEmpty, failed, ordersFailed: ordersFailed && !failed };
  for (const [when, isShown] of Object.entries(shown)) {
    const part = getDialog('search').querySelector<HTMLElement>(`[data-when=${when}]`);
    if (part) part.hidden = !isShown;
  }
}

function createOptions({ kind, items, all }: FoundGroup): HTMLElement[] {
  const options = items.map((item) => createResult(item));
  if (all !== undefined) options.push(cloneOption('search-further', all));
  for (const [index, option] of options.entries()) option.id = `search-${kind}-${index}`;
  return options;
}

function cloneOption(template: string, address: string): HTMLAnchorElement {
  const option = getElement<HTMLTemplateElement & HTMLElement>(template).content.firstElementChild?.cloneNode(true) as HTMLAnchorElement;
  option.href = address;
  return option;
}

function createResult({ href: address, title, note, service }: SearchItem): HTMLElement {
  const option = cloneOption('search-result', address);
  fill(option, 'b', title);
  fill(option, 'small', note);
  const icon = option.querySelector('svg');
  const price = option.querySelector<HTMLElement>('[data-from]');
  if (service) {
    icon?.append(...createPaths(service));
    if (price) price.textContent = formatPrice(service, price.dataset);
  } else {
    icon?.remove();
    price?.remove();
  }
  return option;
}

function fill(option: HTMLElement, part: string, text: string): void {
  const element = option.querySelector(part);
  if (element) element.textContent = text;
}

/** As in "from €29". */
function formatPrice({ from, interval, isOnlyPrice }: ServiceSheet, { month = '', from: fromText = '' }: DOMStringMap): string {
  if (from === undefined) return '';
  const { locale, currency } = getPage();
  const price = showMoney({ amount: from, currency: Number(currency) }, locale as Locale, 'ifAny');
  const text = interval === 'month' ? month : isOnlyPrice ? '{price}' : fromText;
  return text.replace('{price}', () => price);
}

function createPaths({ icon }: ServiceSheet): SVGPathElement[] {
  const { ground, lines } = glyphOf(icon);
  return [createPath(ground, 'fill'), ...lines.map((line) => createPath(line, 'stroke'))];
}

function createPath({ path, colour }: { readonly path: string; readonly colour: string }, paint: 'fill' | 'stroke'): SVGPathElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  element.setAttribute('d', path);
  element.style[paint] = `var(--${colour})`;
  return element;
}
