// Which files' messages belong to which catalog. A catalog is loaded with its pages or components; what no
// row names belongs to the common catalog, which every page loads.

const forms = 'src/ui/forms/{error-summary,field,retry-after,form-messages,use-form}.{ts,tsx}';
const longForms = [forms, 'src/ui/forms/text-area.tsx'];
const clientArea = 'src/account/layout/client-area/client-area.tsx';
const feature = (name: string, ...files: string[]): string[] => files.map((file) => `src/account/features/${name}/${file}`);
const thread = [...feature('support', 'tickets/{thread.tsx,ticket-status.ts}'), 'src/ui/i18n/reply-messages.ts', ...longForms];

/**
 * Components that load on demand, with a catalog of their own: see src/account/shared/with-catalog.tsx.
 * Another row gets their messages only by the same entry.
 */
const late = [
  ...feature('billing', '{invoice-link,invoices,paper-status,regional-fields}.tsx'),
  ...feature('brief', 'advice/{advice-list,ask-support}.tsx', 'brand-kits/picker.tsx', '{bundle-note,line-added}.tsx'),
  ...feature(
    'orders',
    '{cancel-dialog,live-orders,no-orders,older-orders,subscriptions,withdraw-dialog}.tsx',
    'order/{brief,brief-answers,closed-note,expected-date,next-step,timeline}.tsx',
    'pieces/*.tsx',
  ),
  ...feature('orders', 'payment/{pay-from-balance,payment-return}.tsx', 'payment/balance-preview.tsx'),
  ...feature('settings', '{brand-kits,invoice-details,withdrawals}.tsx', 'security/{passkeys,step-up}.tsx'),
  'src/account/layout/client-area/{account-card,deletion-banner}.tsx',
  'src/account/shared/pending-requests.tsx',
  'src/ui/i18n/support-messages.ts',
];

const catalogs: Readonly<Record<string, readonly string[]>> = {
  further: [...feature('ui-gallery', 'ui-page.tsx'), ...longForms],
  cabinet: [
    ...feature('settings', '**'),
    ...feature('billing', '{address,name}-fields.tsx'),
    'src/ui/i18n/account-messages.ts',
    clientArea,
    forms,
  ],
  funds: [
    ...feature('funds', '**'),
    ...feature('billing', '{address,billing,name}-fields.tsx'),
    'src/ui/api/pending-requests.ts',
    clientArea,
    forms,
  ],
  history: [
    ...feature('orders', '*.tsx', 'order-list.ts', '{actions,payment,row}/*.{ts,tsx}', 'order/piece-state.tsx'),
    'src/ui/feedback/not-found.tsx',
    clientArea,
  ],
  support: [
    ...thread,
    ...feature('support', '{message-form,support-page}.tsx', 'tickets/{attachment,ticket}.tsx'),
    ...feature('brief', 'questions/choice-question.tsx'),
    'src/ui/i18n/support-messages.ts',
    clientArea,
  ],
  order: [
    ...feature('brief', '{brief-*,offer-picker,price-summary,service-page}.tsx', '{questions,advice,brand-kits}/*.tsx', 'use-brief.ts'),
    clientArea,
    ...longForms,
  ],
  cart: [
    ...feature('cart', '**'),
    ...feature('billing', '{address,billing,name}-fields.tsx'),
    ...feature('orders', 'payment/balance-preview.tsx'),
    'src/ui/api/pending-requests.ts',
    clientArea,
    ...longForms,
  ],
  files: feature('brief', 'files/*'),
  work: feature('deliveries', '**/*.tsx'),
  served: ['src/site/entry.server.tsx', 'src/site/page-data/*.ts', 'src/site/{frame,pages}/**/*.{ts,tsx}'],
  late,
};

/**
 * The catalogs that need a message, by the files that use it. A message of the common catalog is in no other,
 * because every page has it.
 */
export function catalogsOf(files: readonly string[]): readonly string[] {
  const names = files.map(catalogsOfFile);
  return names.some((each) => each.length === 0) ? ['common'] : [...new Set(names.flat())];
}

const known = new Map<string, string[]>();

/** Asked for every message of every catalog, at a build and at a start of the development server. */
function catalogsOfFile(file: string): string[] {
  const names = known.get(file) ?? findCatalogs(file);
  known.set(file, names);
  return names;
}

function findCatalogs(file: string): string[] {
  return patterns.flatMap(({ name, own, excluded }) =>
    own.some((pattern) => pattern.test(file)) && !excluded.some((pattern) => pattern.test(file)) ? [name] : [],
  );
}

const parts: Readonly<Record<string, string>> = {
  '**/': '(?:[^/]+/)*',
  '**': '.*',
  '*': '[^/]*',
  '{': '(?:',
  '}': ')',
  ',': '|',
  '.': '\\.',
};

/**
 * As the globs above are written: with stars and braces. `matchesGlob` of Node compiles the glob at each
 * call.
 */
const patternOf = (glob: string): RegExp => new RegExp(`^${glob.replaceAll(/\*\*\/|\*\*|[*{},.]/g, (part) => parts[part] ?? part)}$`);

const patterns = Object.entries(catalogs).map(([name, globs]) => ({
  name,
  own: globs.map(patternOf),
  excluded: late.filter((glob) => !globs.includes(glob)).map(patternOf),
}));
