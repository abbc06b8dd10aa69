// npm run bench -- einvoice --rules FOLDER: checks e-invoices of every kind against the official rules of EN
// 16931. FOLDER is a clone of github.com/ConnectingEurope/eInvoicing-EN16931; in it or above it,
// `npm install --no-save xslt3@2.7.0` has installed what runs the rules, which has a licence of its own. The
// first run compiles the rules into FOLDER.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeCii } from '../src/lib/e-invoice/cii.ts';
import type { EInvoice } from '../src/lib/e-invoice/model.ts';
import { checkEInvoice } from '../src/lib/e-invoice/rules.ts';
import { writeUbl } from '../src/lib/e-invoice/ubl.ts';
import { createSampleEInvoice } from '../tests/support/e-invoices.ts';

type Saxon = { transform(options: object, mode: 'sync'): { readonly principalResult: string } };

const { values } = parseArgs({ options: { rules: { type: 'string' }, count: { type: 'string', default: '200' } } });
if (values.rules === undefined) {
  console.error('npm run bench -- einvoice --rules FOLDER, a clone of github.com/ConnectingEurope/eInvoicing-EN16931.');
  process.exit(1);
}
const folder = resolve(values.rules);
const load = createRequire(join(folder, 'rules.js'));

function readRules(syntax: 'UBL' | 'CII'): unknown {
  const compiled = join(folder, `EN16931-${syntax}.sef.json`);
  if (!existsSync(compiled)) {
    const rules = join(folder, syntax.toLowerCase(), 'xslt', `EN16931-${syntax}-validation.xslt`);
    const compiler = join(dirname(load.resolve('xslt3/package.json')), 'xslt3.js');
    const { status } = spawnSync(process.execPath, [compiler, `-xsl:${rules}`, `-export:${compiled}`, '-nogo'], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${rules} could not be compiled`);
  }
  return JSON.parse(readFileSync(compiled, 'utf8'));
}

const saxon = load('saxon-js') as Saxon;
const rules = { UBL: readRules('UBL'), CII: readRules('CII') };

/** The rules that fail, with their flag. */
function findErrors(syntax: keyof typeof rules, xml: string): string[] {
  const options = { stylesheetInternal: rules[syntax], sourceText: xml, destination: 'serialized' };
  const { principalResult } = saxon.transform(options, 'sync');
  if (!principalResult.includes('svrl:fired-rule')) throw new Error(`no rule of ${syntax} was run`);
  return [...principalResult.matchAll(/<svrl:failed-assert[^>]*>/g)].map(([tag]) => {
    const flag = /flag="(\w+)"/.exec(tag)?.[1] ?? 'fatal';
    return `${flag} ${syntax} ${/ id="([^"]+)"/.exec(tag)?.[1]}`;
  });
}

const writers: readonly [keyof typeof rules, string, (invoice: EInvoice) => string][] = [
  ['UBL', 'ubl', (invoice) => writeUbl(invoice, 'ubl')],
  ['CII', 'cii', writeCii],
];
const found = new Map<string, number>();
const startedAt = performance.now();
let checked = 0;
for (let index = 0; index < Number(values.count); index++) {
  const invoice = createSampleEInvoice(index);
  const own = checkEInvoice(invoice, 'ubl').map(({ rule, field }) => `own ${rule} ${field}`);
  const errors = writers.flatMap(([syntax, _, write]) => findErrors(syntax, write(invoice)));
  checked += writers.length;
  for (const error of [...own, ...errors]) found.set(error, (found.get(error) ?? 0) + 1);
}
// One broken document shows that the rules bite.
const broken = createSampleEInvoice(0);
const bites = findErrors('UBL', writeUbl({ ...broken, totals: { ...broken.totals, gross: broken.totals.gross + 100 } }, 'ubl'));
const fatal = [...found].filter(([error]) => !error.startsWith('warning')).reduce((sum, [, count]) => sum + count, 0);
for (const [error, count] of found) console.log(`${error}: ${count}`);
console.log(`${checked} documents, ${fatal} fatal, ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
console.log(`a wrong total: ${bites.join(', ') || 'not found'}`);
process.exitCode = fatal === 0 && bites.some((error) => error.includes('BR-CO-15')) ? 0 : 1;
