// Server entry: renders pages. Nothing is hydrated: a document is as it is, and the app replaces the loading
// state in its page.
import type { I18n, Messages } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type BuiltInLocale, isBuiltIn, type Locale, setLanguages } from '#lib/locale.ts';
import type { AddedLanguages, PageMade, Renderer, RenderRequest, Site } from '#lib/rendering.ts';
import { setOwnerTexts } from '#lib/words/owner-texts.ts';
import type { Storefront } from '#modules/catalogue/shapes.ts';
import { htmlFlags } from '#ui/browser/html-flags.ts';
import { createI18n } from '#ui/i18n/i18n.ts';
import type { Loaded } from '#ui/page/data.ts';
import { getScreenFile } from '../account/app/page-files.ts';
import { accountPages, formatHeading, formatTitle, type PageTitle } from '../account/app/pages.ts';
import { listCatalogFiles, loadAllMessages } from '../account/app/texts.ts';
import { type DocumentName, isDocument, pageNames, type ScreenName } from '../pages.ts';
import { Frame } from './frame/frame.tsx';
import { describePage } from './page-data/meta-descriptions.ts';
import { selectLayoutData, selectPageData, selectPageHead } from './page-data/select-page-data.ts';
import { forgetSelected, keepData, keepLayout } from './page-data/selected-data.ts';
import { formatStructuredData } from './page-data/structured-data.ts';
import { AppPage } from './pages/app-page.tsx';
import { documents } from './pages/documents.ts';

async function render(request: RenderRequest): Promise<PageMade> {
  const screen = parseScreenName(request.screen);
  const i18n = await loadTexts(request.locale);
  const loaded = load(request);
  const { shell, head, data } = loaded;
  const { path: address, params, locale, currency } = request;
  const title = formatTitle(pageTitles[screen], i18n, { brand: shell.brand, head, params });
  const heading = formatHeading(pageTitles[screen], i18n, { head, params });
  return {
    html: renderToStaticMarkup(
      <Frame page={{ address, screen, locale, currency, shell }} i18n={i18n}>
        {isDocument(screen) ? <DocumentPage screen={screen} data={data} /> : <AppPage screen={screen} heading={heading} />}
      </Frame>,
    ),
    title: request.posted ? `${i18n._(msg`Error:`)} ${title}` : title,
    about: describePage(screen, i18n, head),
    // A document has none.
    get data() {
      return toJson(loaded);
    },
  };
}

function DocumentPage({ screen, data }: { readonly screen: DocumentName; readonly data: unknown }) {
  // The table pairs each component with its data; the type of a union cannot express that.
  const Page = documents[screen].Page as ComponentType<{ data: unknown }>;
  return <Page data={data} />;
}

const pageTitles: Readonly<Record<ScreenName, PageTitle>> = { ...accountPages, ...documents };

/** A page's data is the same until the catalogue or a text changes. */
const jsonByData = new WeakMap<Loaded, string>();

function toJson(loaded: Loaded): string {
  const json = jsonByData.get(loaded) ?? JSON.stringify(loaded);
  jsonByData.set(loaded, json);
  return json;
}

function load(request: RenderRequest): Loaded {
  // The catalogue module builds it; lib/rendering.ts does not know its type.
  const storefront = request.storefront as Storefront;
  const screen = parseScreenName(request.screen);
  const select = () => ({
    shell: keepLayout(request, storefront, () => selectLayoutData(request.shop, storefront, request.locale)),
    head: selectPageHead(screen, request),
    data: selectPageData[screen]({ storefront, request }),
  });
  return screen === 'notFound' || screen === 'error' ? select() : keepData(screen, request, select);
}

/** The title is empty for pages with the owner's title, which needs the owner's texts. */
async function getHead(name: string, locale: Locale): Promise<{ title: string; about: string }> {
  const i18n = await loadTexts(locale);
  const screen = parseScreenName(name);
  const { title } = pageTitles[screen];
  return { title: title === 'owner' ? '' : i18n._(title), about: describePage(screen, i18n, undefined) };
}

const texts = new Map<Locale, Promise<I18n>>();
let translations: AddedLanguages['messages'] = {};

function loadTexts(locale: Locale): Promise<I18n> {
  const i18n = texts.get(locale) ?? loadTextsOnce(locale);
  texts.set(locale, i18n);
  return i18n;
}

/** Those of documents and of the account, whose pages have titles and a loading state. */
async function loadTextsOnce(locale: Locale): Promise<I18n> {
  const [own, account] = await Promise.all([loadMessages(locale, loadDocumentMessages), loadMessages(locale, loadAllMessages)]);
  return createI18n(locale, { ...own, ...account });
}

async function loadDocumentMessages(locale: BuiltInLocale): Promise<Messages> {
  const { messages } = (await import(`../../locales/site/${locale}.po`)) as { messages: Messages };
  return messages;
}

/** All messages of a catalog. What an added language does not translate is in English. */
async function loadMessages(locale: Locale, load: (locale: BuiltInLocale) => Promise<Messages>): Promise<Messages> {
  if (isBuiltIn(locale)) return load(locale);
  const own = translations[locale] ?? {};
  return Object.fromEntries(Object.entries(await load('en')).map(([id, text]) => [id, own[id] ?? text])) as Messages;
}

async function renderStructuredData(request: RenderRequest, site: Site): Promise<string> {
  const screen = parseScreenName(request.screen);
  const head = selectPageHead(screen, request) ?? (await getHead(screen, request.locale));
  return formatStructuredData(screen, { storefront: request.storefront as Storefront, request, site, title: head.title });
}

function parseScreenName(name: string): ScreenName {
  const known = ([...pageNames, 'notFound', 'error'] as const).find((each) => each === name);
  if (!known) throw new Error(`unknown page ${name}`);
  return known;
}

const PAGE_ENTRY = 'src/site/enhance/page.ts';
const APP_FILES = ['src/site/enhance/app-loader.ts', 'src/account/entry.client.tsx'];
/** Has the styles of the frame. */
const FRAME_FILE = 'src/site/frame/frame.tsx';

export const renderer: Renderer = {
  addLanguages({ languages, fallback, messages, texts: ownerTexts }) {
    setLanguages(languages, fallback);
    setOwnerTexts(ownerTexts);
    translations = messages;
    texts.clear();
    forgetSelected();
  },
  accountMessages: (locale) => loadMessages(locale, loadAllMessages),
  render,
  renderData: (request) => toJson(load(request)),
  getHead,
  serviceHeads: (storefront) =>
    (storefront as Storefront).services.map(({ slug, icon, name: title, summary: about, state }) => ({
      slug,
      icon,
      title,
      about,
      isListed: state === 'sold',
    })),
  renderStructuredData,
  exportFiles(name, locale) {
    const screen = parseScreenName(name);
    if (isDocument(screen)) return { entry: PAGE_ENTRY, styled: [FRAME_FILE, `src/site/pages/${documents[screen].file}`], loaded: [] };
    // That of an added language is no file of the build.
    const texts = isBuiltIn(locale) ? listCatalogFiles(screen, locale) : [];
    return {
      entry: PAGE_ENTRY,
      styled: [FRAME_FILE, 'src/site/pages/app-page.tsx'],
      loaded: [...APP_FILES, getScreenFile(screen), ...texts],
    };
  },
  marks: htmlFlags,
};
