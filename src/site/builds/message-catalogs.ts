// Vite plugin: compiles the messages of the pages into one module for each catalog and language, such as
// `virtual:messages/cart/es`. The translations of a language are in one file, locales/es.po, so that none is
// there twice; catalog-files.ts says which catalog needs which.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCompilationErrorMessage, createCompiledCatalog } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';
import type { Plugin } from 'vite';
import { catalogsOf } from './catalog-files.ts';

const NAME = /^(virtual:|\/)messages\//;
const format = formatter();

export function messageCatalogs(): Plugin {
  let root = '';
  return {
    name: 'message-catalogs',
    configResolved: (config) => {
      root = config.root;
    },
    /**
     * A path under the root, because the manifest names modules by their path from there: `messages/cart/es`.
     * Tests ask for that path, too.
     */
    resolveId: (id) => (NAME.test(id) ? join(root, id.replace(NAME, 'messages/')) : undefined),
    async load(id) {
      const [, catalog, locale] = id.startsWith(join(root, 'messages/')) ? (/(\w+)\/(\w+)$/.exec(id) ?? []) : [];
      if (catalog === undefined || locale === undefined) return undefined;
      const path = join(root, `locales/${locale}.po`);
      this.addWatchFile(path);
      const messages = await messagesOf(path, locale, catalog);
      if (Object.keys(messages).length === 0) this.error(`${path} has no message for the catalog ${catalog}`);
      const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' });
      if (errors.length > 0) this.error(createCompilationErrorMessage(locale, errors));
      return { code: source, map: null, moduleType: 'js' };
    },
  };
}

/** Translations by message id. A message without a translation is shown in English. */
async function messagesOf(path: string, locale: string, catalog: string): Promise<Record<string, string>> {
  const entries = await entriesOf(path, locale);
  const own = Object.entries(entries).filter(([, { origin = [] }]) => catalogsOf(origin.map(([file]) => file)).includes(catalog));
  return Object.fromEntries(own.map(([id, { translation = '', message = '' }]) => [id, translation || message]));
}

type Entries = Awaited<ReturnType<typeof format.parse>>;

const read = new Map<string, { readonly text: string; readonly entries: Entries }>();

/** A file is parsed once for all catalogs, and again after a change. */
async function entriesOf(path: string, locale: string): Promise<Entries> {
  const text = await readFile(path, 'utf8');
  const before = read.get(path);
  if (before?.text === text) return before.entries;
  const entries = await format.parse(text, { locale, sourceLocale: 'en', filename: path });
  read.set(path, { text, entries });
  return entries;
}
