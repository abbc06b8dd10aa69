// Who reads what: every visitor the frame with the first pages; who goes further the rest; only machines what the served pages alone say; and the
// server's own sentences never reach a browser.
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const tests = ['**/*.test.ts', '**/*.test.tsx'];
/** Screens whose row in screens.ts says `further`, and the parts that only they have. */
const forms = 'src/web/ui/{error-summary,field,form-words,submit-button,use-form}.{ts,tsx}';
const beyond = [
  'src/web/pages/{contact,faq,policy,services,ui}.tsx',
  'src/web/parts/{service-article,service-choice}.tsx',
  'src/web/ui/text-area.tsx',
  'src/web/ticket-words.ts',
  forms,
];
/** The screens whose row says 'account'. All have the texts of forms. */
const toAccount = [
  'src/web/pages/account/{create-account,login,not-logged-in,recovery-password,reset-password}.tsx',
  'src/web/parts/{account-page,log-in-form,password-pair}.tsx',
  'src/web/account-words.ts',
  'src/web/ui/strength.tsx',
  forms,
];
/** Those that only a mail leads to, which says 'mailed'. */
const fromMail = ['src/web/pages/account/{confirm-email,my-data}.tsx', 'src/web/parts/account-page.tsx', 'src/web/account-words.ts', forms];
/** And those behind the log-in. */
const inside = ['src/web/pages/cabinet/**', 'src/web/parts/cabinet*.tsx', 'src/web/account-words.ts', forms];
/** And those where a purchase is put together: the service with its brief, and the cart. */
const toOrder = [
  'src/web/pages/{cart,service}.tsx',
  'src/web/parts/{brief-*,cabinet,cabinet-leaving}.tsx',
  'src/web/parts/cart-{billing,brief,checkout,code,line,review,sum,told,unread}.tsx',
  'src/web/brief-words.ts',
  'src/web/ui/text-area.tsx',
  forms,
];
/** And the parts that come late, with a file of their own: see late-texts.tsx. */
const comesLate = ['src/web/parts/{ask-person,brief-kits,cabinet-kits,cabinet-subscriptions}.tsx', 'src/web/ticket-words.ts'];
const serverOnly = ['src/web/{abouts,entry.server,structured-data}.{ts,tsx}'];
const frame = {
  path: 'locales/{locale}',
  include: ['src/web'],
  exclude: [...beyond, ...toAccount, ...fromMail, ...inside, ...toOrder, ...comesLate, ...serverOnly, ...tests],
};
const further = { path: 'locales/further/{locale}', include: beyond, exclude: tests };
const account = { path: 'locales/account/{locale}', include: toAccount, exclude: tests };
const mailed = { path: 'locales/mailed/{locale}', include: fromMail, exclude: tests };
const cabinet = { path: 'locales/cabinet/{locale}', include: inside, exclude: [...comesLate, ...tests] };
const order = { path: 'locales/order/{locale}', include: toOrder, exclude: [...comesLate, ...tests] };
const late = { path: 'locales/late/{locale}', include: comesLate, exclude: tests };
const served = { path: 'locales/served/{locale}', include: serverOnly, exclude: tests };
const server = {
  path: 'locales/server/{locale}',
  include: ['src/rooms', 'src/infra', 'src/lib', 'src/sandbox'],
  exclude: ['**/*.test.ts', 'src/infra/web/**'],
};

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es', 'jp'],
  // The server's sentences are compiled to files that Node imports; the pages' are compiled by Vite.
  catalogs: process.env.LINGUI_ONLY === 'server' ? [server] : [frame, further, account, mailed, cabinet, order, late, served, server],
  compileNamespace: 'es',
  orderBy: 'messageId',
  // No line numbers: a moved line is no change to a text.
  format: formatter({ lineNumbers: false }),
});
