// Two catalogs: the pages' texts travel to the browser, the server's sentences never do.
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const pages = { path: 'locales/{locale}', include: ['src/web'], exclude: ['**/*.test.ts', '**/*.test.tsx'] };
const server = {
  path: 'locales/server/{locale}',
  include: ['src/rooms', 'src/infra', 'src/lib', 'src/sandbox'],
  exclude: ['**/*.test.ts', 'src/infra/web/**'],
};

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es', 'jp'],
  // The server's sentences are compiled to files that Node imports; the pages' are compiled by Vite.
  catalogs: process.env.LINGUI_ONLY === 'server' ? [server] : [pages, server],
  compileNamespace: 'es',
  orderBy: 'messageId',
  // No line numbers: a moved line is no change to a text.
  format: formatter({ lineNumbers: false }),
});
