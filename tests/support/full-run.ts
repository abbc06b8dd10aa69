// Which files only the full run runs (`npm run test:full`, on pull requests in four parts). `npm test` runs
// every rule, every call, every race, and the journeys below. A file that is named (`npm test -- cart`)
// runs in any case.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One journey for each main way: a visitor becomes a customer, orders, pays, reads; an operator delivers. And
 * all pages for everyone.
 */
const everyRun = [
  'accounts',
  'bank',
  'consent',
  'deliveries',
  'desk',
  'every-page',
  'errors',
  'order',
  'purchase-once',
  'support',
  'withdrawal',
];

const files = readdirSync(join(import.meta.dirname, '../journeys'));
const journeys = files.filter((file) => !everyRun.includes(file.replace('.test.ts', ''))).map((file) => `tests/journeys/${file}`);
const others = [
  // Processes and databases that are killed. Money under `kill -9` stays in both runs.
  ...['nodes', 'postgres', 'process', 'start'].map((name) => `faults/${name}`),
  // What developers run: a new shop, the checks, a release, an upgrade.
  ...['check', 'create', 'development', 'release', 'transfer', 'upgrade'],
  // Installs the generators.
  'api-v1-clients',
  // Plugins of kinds that fail; plugins themselves stay.
  'plugin-kinds',
  // The same promises in other shops and languages.
  ...[
    'shop-samples/add-ons-desk',
    'shop-samples/bureau',
    'shop-samples/studio',
    'languages/command',
    'languages/languages',
    'languages/right-to-left',
    'own-currencies',
  ],
].map((name) => `tests/${name}.test.ts`);
/** Adversarial texts; the checks themselves stay. */
const slowTexts = 'plugins/text-checks/slow-texts.test.ts';

/**
 * Journeys whose every test needs what Playwright's Firefox does not have. All others the full run repeats in
 * Firefox.
 */
const notInFirefox: Readonly<Record<string, string>> = {
  'desk-passkeys': 'a virtual authenticator',
  everyone: 'emulated touch, text size, forced colours and print',
  'layout-shifts': 'entries of layout shifts',
  passkeys: 'a virtual authenticator',
  'prepared-pages': 'pages prepared by speculation rules',
};
const missing = [...everyRun, ...Object.keys(notInFirefox)].find((name) => !files.includes(`${name}.test.ts`));
if (missing) throw new Error(`tests/journeys/${missing}.test.ts does not exist: correct tests/support/full-run.ts`);
export const inFirefox = files.filter((file) => !(file.replace('.test.ts', '') in notInFirefox)).map((file) => `tests/journeys/${file}`);

/** `isNamed`: files that a person names run in any case. */
export const onlyInFullRun = ({ isNamed }: { readonly isNamed: boolean }): readonly string[] =>
  isNamed ? [] : ['tests/pictures/pictures.test.ts', ...journeys, ...others, slowTexts];

// Tests without a database and a browser: the project `pure` of vitest.config.ts, and what npm run fanfare --
// mutants tries.

export const pureTests = [
  'src/lib/**/*.test.ts',
  'src/platform/**/*.test.ts',
  'src/site/*.test.ts',
  'src/site/builds/*.test.ts',
  'src/*.test.ts',
  'src/modules/**/rules*.test.ts',
  'src/modules/content/source/*.test.ts',
  'src/modules/{orders,support}/statuses.test.ts',
  'src/modules/accounts/login/{guard,access-token}.test.ts',
  'src/modules/payments/stripe/amounts.test.ts',
  'src/modules/sales/bank/*.test.ts',
  'plugins/policy-gate/*.test.ts',
  'src/modules/**/shapes*.test.ts',
  'tests/architecture*.test.ts',
  'tests/check-node.test.ts',
  'tests/alerts.test.ts',
  'tests/docs.test.ts',
  'tests/terms.test.ts',
  'tests/texts.test.ts',
  'tests/fuzz/*.test.ts',
  'tests/http.test.ts',
  'tests/pictures/fingerprint.test.ts',
];
