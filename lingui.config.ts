// The message catalogs: one for the pages, one for the server. A build cuts that of the pages into a catalog
// for each area, so that a visitor downloads only the messages of the pages that they open: see
// src/site/builds/catalog-files.ts.
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const tests = ['**/*.test.ts', '**/*.test.tsx'];
const pages = { path: 'locales/{locale}', include: ['src/account', 'src/ui', 'src/site'], exclude: tests };
const server = {
  path: 'locales/server/{locale}',
  include: ['src/modules', 'src/platform', 'src/lib', 'src/sandbox'],
  exclude: ['**/*.test.ts'],
};

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es', 'jp'],
  catalogs: [pages, server],
  compileNamespace: 'es',
  orderBy: 'messageId',
  // No line numbers: a moved line is no change to a text.
  format: formatter({ lineNumbers: false }),
});
