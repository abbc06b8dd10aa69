// Who reads what: every visitor the frame with the first pages; who goes further the rest; only machines what the served pages alone say; and the
// server's own sentences never reach a browser.
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const tests = ['**/*.test.ts', '**/*.test.tsx'];
/** Screens whose row in screens.ts says `further`, and the parts that only they have. */
const forms = 'src/web/ui/{error-summary,field,form-words,submit-button,use-form,wait}.{ts,tsx}';
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
  'src/web/parts/{account-page,log-in-form,one-time-code,password-pair}.tsx',
  'src/web/account-words.ts',
  'src/web/ui/strength.tsx',
  forms,
];
/** Those that only a mail leads to, which says 'mailed'. */
const fromMail = ['src/web/pages/account/{confirm-email,my-data}.tsx', 'src/web/parts/{account-page,link-form}.tsx'];
/** And those behind the log-in. */
const inside = [
  'src/web/pages/cabinet/{account-details,change-password}.tsx',
  'src/web/parts/{cabinet*,one-time-code}.tsx',
  'src/web/account-words.ts',
  forms,
];
/** And the money among them. */
const toFunds = [
  'src/web/pages/cabinet/funds.tsx',
  'src/web/parts/{billing-fields,cabinet,funds-*}.tsx',
  'src/web/attempts.ts',
  'src/web/movement-words.ts',
  forms,
];
/** And what has become of the orders: a file of its own, because it says a lot. */
const ofOrders = ['src/web/pages/cabinet/order-history.tsx', 'src/web/parts/{cabinet,history-*,purse}.tsx'];
/** What was asked and answered: by a mailed link, and in the cabinet. */
const ofThreads = ['src/web/parts/support-thread.tsx', 'src/web/{answer-words,ticket-states}.ts', 'src/web/ui/text-area.tsx', forms];
const toThread = ['src/web/pages/ticket.tsx', 'src/web/parts/{link-form,ticket-confirm}.tsx', ...ofThreads];
const toSupport = [
  'src/web/pages/cabinet/support.tsx',
  'src/web/parts/{brief-choices,cabinet,support-ticket,support-write,ticket-file}.tsx',
  'src/web/ticket-words.ts',
  ...ofThreads,
];
/** And those where a purchase is put together: the service with its brief, and the cart. */
const toOrder = [
  'src/web/pages/service.tsx',
  'src/web/parts/{brief-*,cabinet}.tsx',
  'src/web/brief-words.ts',
  'src/web/ui/text-area.tsx',
  forms,
];
/** And the parts that come late, with a file of their own: see late-texts.tsx. */
const comesLate = [
  'src/web/parts/{ask-person,brief-kits,cabinet-kits,cabinet-passkeys,cabinet-invoice-details,cabinet-subscriptions,cabinet-withdrawals}.tsx',
  'src/web/parts/{cart-emptied,closing-banner,order-over,papers,privacy-choices,step-up,unanswered,withdraw}.tsx',
  'src/web/parts/history-{answers,brief,live,piece,piece-form,pieces,return}.tsx',
  'src/web/ticket-words.ts',
];
/** What is read, said and wanted otherwise of a piece: late too, and with a file of its own, because it says a lot. */
const ofWork = ['src/web/parts/{work,work-*}.tsx'];
/** What comes with files for a brief, when somebody is asked for them. */
const ofFiles = ['src/web/parts/files-*.tsx', 'src/web/files-*.ts'];
const toPay = [
  'src/web/pages/cart.tsx',
  'src/web/parts/{billing-fields,cabinet,purse}.tsx',
  'src/web/parts/cart-{billing,brief,checkout,code,line,pay,placed,review,start,sum,told,unread}.tsx',
  'src/web/attempts.ts',
  'src/web/ui/text-area.tsx',
  forms,
];
const serverOnly = ['src/web/{abouts,entry.server,structured-data}.{ts,tsx}'];
const frame = {
  path: 'locales/{locale}',
  include: ['src/web'],
  exclude: [
    ...[
      ...beyond,
      ...toAccount,
      ...fromMail,
      ...inside,
      ...toFunds,
      ...ofOrders,
      ...toThread,
      ...toSupport,
      ...toOrder,
      ...toPay,
      ...comesLate,
      ...ofFiles,
      ...ofWork,
    ],
    ...[...serverOnly, ...tests],
  ],
};
const further = { path: 'locales/further/{locale}', include: beyond, exclude: tests };
const account = { path: 'locales/account/{locale}', include: toAccount, exclude: tests };
const mailed = { path: 'locales/mailed/{locale}', include: fromMail, exclude: tests };
const cabinet = { path: 'locales/cabinet/{locale}', include: inside, exclude: [...comesLate, ...tests] };
const funds = { path: 'locales/funds/{locale}', include: toFunds, exclude: tests };
const history = { path: 'locales/history/{locale}', include: ofOrders, exclude: [...comesLate, ...tests] };
const thread = { path: 'locales/thread/{locale}', include: toThread, exclude: tests };
const support = { path: 'locales/support/{locale}', include: toSupport, exclude: tests };
const order = { path: 'locales/order/{locale}', include: toOrder, exclude: [...comesLate, ...tests] };
const cart = { path: 'locales/cart/{locale}', include: toPay, exclude: [...comesLate, ...tests] };
const late = { path: 'locales/late/{locale}', include: comesLate, exclude: tests };
const files = { path: 'locales/files/{locale}', include: ofFiles, exclude: tests };
const work = { path: 'locales/work/{locale}', include: ofWork, exclude: tests };
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
  catalogs:
    process.env.LINGUI_ONLY === 'server'
      ? [server]
      : [frame, further, account, mailed, cabinet, funds, history, thread, support, order, cart, late, files, work, served, server],
  compileNamespace: 'es',
  orderBy: 'messageId',
  // No line numbers: a moved line is no change to a text.
  format: formatter({ lineNumbers: false }),
});
