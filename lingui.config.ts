// The message catalogs. The pages load one catalog per area, so that a visitor downloads only the messages of the pages that they open. A message that
// two catalogs extract is in both files, with the same translation.
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const tests = ['**/*.test.ts', '**/*.test.tsx'];
const forms = ['src/ui/forms/{error-summary,field,retry-after}.tsx', 'src/ui/forms/{form-messages,use-form}.ts'];
const textArea = 'src/ui/forms/text-area.tsx';
const clientArea = 'src/web/layout/client-area/client-area.tsx';
const feature = (name: string, ...files: string[]): string[] => files.map((file) => `src/web/features/${name}/${file}`);

/** Components that load late, with a catalog of their own: see src/web/shared/with-catalog.tsx. */
const late = [
  ...feature('billing', 'invoices.tsx'),
  ...feature('brief', 'advice/ask-support.tsx', 'brand-kits/picker.tsx'),
  ...feature('orders', '{live-orders,subscriptions,withdraw-dialog}.tsx', 'card/{brief,brief-answers,closed-note}.tsx', 'pieces/*.tsx'),
  ...feature('orders', 'payment/payment-return.tsx'),
  ...feature('settings', '{brand-kits,invoice-details,withdrawals}.tsx', 'security/{passkeys,step-up}.tsx'),
  'src/web/layout/{client-area/deletion-banner,consent/privacy-dialog,header/currency-change-dialog}.tsx',
  'src/web/shared/pending-requests.tsx',
  'src/web/i18n/support-messages.ts',
];
const thread = [...feature('support', 'tickets/{thread.tsx,ticket-status.ts}'), 'src/web/i18n/reply-messages.ts', textArea, ...forms];
const accountLayout = feature('account', 'account-layout.tsx');

/** Folder in locales/ → files. */
const catalogs: Readonly<Record<string, readonly string[]>> = {
  further: [
    ...feature('catalogue', 'services/*.tsx'),
    ...feature('content', '{faq-page,policy-page}.tsx'),
    ...feature('support', 'contact-page.tsx'),
    ...feature('ui-gallery', 'ui-page.tsx'),
    'src/web/i18n/support-messages.ts',
    textArea,
    ...forms,
  ],
  account: [
    ...accountLayout,
    ...feature('account', '{create-account,login,not-logged-in,recover-password,reset-password}-page.tsx'),
    ...feature('account', '{login-form,new-password-fields,one-time-code}.tsx'),
    'src/ui/forms/strength-meter.tsx',
    'src/web/i18n/account-messages.ts',
    ...forms,
  ],
  mailed: [...accountLayout, ...feature('account', '{confirm-email,my-data}-page.tsx'), 'src/web/shared/link-form.tsx'],
  cabinet: [
    ...feature('settings', '**'),
    ...feature('account', 'one-time-code.tsx'),
    'src/web/i18n/account-messages.ts',
    clientArea,
    ...forms,
  ],
  funds: [...feature('funds', '**'), ...feature('billing', 'billing-fields.tsx'), 'src/web/api/pending-requests.ts', clientArea, ...forms],
  history: [...feature('orders', '*.tsx', 'payment/*.tsx', 'card/{actions,expected-date,next-step,order-card}.tsx'), clientArea],
  thread: [...thread, ...feature('support', 'tickets/link-page.tsx'), 'src/web/shared/link-form.tsx'],
  support: [
    ...thread,
    ...feature('support', '{message-form,support-page}.tsx', 'tickets/{attachment,ticket}.tsx'),
    ...feature('brief', 'questions/choice-question.tsx'),
    'src/web/i18n/support-messages.ts',
    clientArea,
  ],
  order: [
    ...feature('brief', '{brief-form,offer-picker,price-summary,service-page}.tsx', '{questions,advice,brand-kits}/*.tsx', 'use-brief.ts'),
    clientArea,
    textArea,
    ...forms,
  ],
  cart: [
    ...feature('cart', '**'),
    ...feature('billing', 'billing-fields.tsx'),
    ...feature('orders', 'payment/balance-preview.tsx'),
    'src/web/api/pending-requests.ts',
    clientArea,
    textArea,
    ...forms,
  ],
  files: feature('brief', 'files/*'),
  work: [...feature('deliveries', '*.tsx'), ...feature('orders', 'card/deliveries.tsx')],
  served: ['src/web/entry.server.tsx', 'src/web/ssr/*.ts'],
};
const inACatalog = [...Object.values(catalogs).flat(), ...late];
const frame = { path: 'locales/{locale}', include: ['src/web', 'src/ui'], exclude: [...inACatalog, ...tests] };
const server = {
  path: 'locales/server/{locale}',
  include: ['src/modules', 'src/infra', 'src/lib', 'src/sandbox'],
  exclude: ['**/*.test.ts', 'src/infra/web/**'],
};
const pages = Object.entries(catalogs).map(([name, include]) => ({
  path: `locales/${name}/{locale}`,
  include: [...include],
  exclude: [...late.filter((path) => !include.includes(path)), ...tests],
}));

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es', 'jp'],
  // The server's sentences are compiled to files that Node imports; the pages' are compiled by Vite.
  catalogs:
    process.env.LINGUI_ONLY === 'server'
      ? [server]
      : [frame, ...pages, { path: 'locales/late/{locale}', include: late, exclude: tests }, server],
  compileNamespace: 'es',
  orderBy: 'messageId',
  // No line numbers: a moved line is no change to a text.
  format: formatter({ lineNumbers: false }),
});
