// The message catalogs: one for the open pages, one for the account and one more for each of its features that
// only their own pages need, one for the server. What pages of both kinds show (src/ui) is in both.
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const tests = ['**/*.test.ts', '**/*.test.tsx'];
const features = ['funds', 'plans', 'settings', 'support'];
const folder = (feature: string) => `src/account/features/${feature}`;

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es', 'jp'],
  catalogs: [
    { path: 'locales/site/{locale}', include: ['src/site', 'src/ui'], exclude: tests },
    {
      path: 'locales/account/{locale}',
      include: ['src/account', 'src/ui'],
      exclude: [...tests, ...features.map((each) => `${folder(each)}/**`)],
    },
    ...features.map((each) => ({ path: `locales/${each}/{locale}`, include: [folder(each)], exclude: tests })),
    { path: 'locales/server/{locale}', include: ['src/modules', 'src/platform', 'src/lib', 'src/sandbox', 'plugins'], exclude: tests },
  ],
  compileNamespace: 'es',
  orderBy: 'messageId',
  // No line numbers: a moved line is no change to a text.
  format: formatter({ lineNumbers: false }),
});
