// npm run fanfare -- mutants: changes the pure rules, the money and the guards in small ways, and counts the
// changes that no test notices. `npm run fanfare -- mutants money tax` tries these groups, or files. It fails
// if fewer are killed than LEAST_KILLED. Stryker can replace it once its runner knows Vitest 5 (issue 6210).
import { fork } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { pureTests } from '../tests/support/full-run.ts';
import { listMutants, type Mutant } from './mutants/mutate.ts';
import type { Tried, Work } from './mutants/try-file.ts';

const LEAST_KILLED = 85;
const MAX_MS = 60_000;

const listRuleFiles = (...modules: readonly string[]): string[] => modules.map((name) => `src/modules/${name}/**/rules*.ts`);
const groups: Readonly<Record<string, readonly string[]>> = {
  money: ['src/lib/money/*.ts', 'src/modules/payments/stripe/amounts.ts'],
  orders: [...listRuleFiles('orders', 'withdrawals'), 'src/modules/orders/statuses.ts'],
  payments: listRuleFiles('payments', 'wallet', 'subscriptions'),
  coupons: listRuleFiles('coupons'),
  tax: [...listRuleFiles('invoicing'), 'src/modules/invoicing/vat-id.ts'],
  catalogue: listRuleFiles('catalogue', 'texts', 'files'),
  sessions: [
    ...listRuleFiles('accounts'),
    'src/modules/accounts/login/{access-token,refresh-token}.ts',
    'src/platform/identity/{codes,devices,hmac,log-in-queue,rules}.ts',
  ],
  permissions: ['src/modules/staff/{rules,shapes-roles}.ts'],
  desk: listRuleFiles('notices', 'reports', 'failures', 'clients', 'content', 'settings'),
  guards: [
    'src/platform/http/{origin,path-cookie,cookies,idempotency,headers}.ts',
    'src/platform/internal-pages/guard.ts',
    'src/platform/limits/{limits,fair-queue,hourly-limits}.ts',
    'src/platform/outgoing/public-address.ts',
    'src/modules/accounts/login/guard.ts',
  ],
  work: [...listRuleFiles('fulfilment', 'support', 'mail'), 'src/modules/support/statuses.ts'],
};

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const list = (patterns: readonly string[]): string[] => globSync([...patterns], { cwd: root }).map((path) => path.replaceAll('\\', '/'));
const importsByTest = list(pureTests).map((path) => ({
  path,
  imports: [...read(path).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, to = '']) =>
    normalize(join(dirname(path), to)).replaceAll('\\', '/'),
  ),
}));

const requested = process.argv.slice(2);
const rows: Record<string, string | number>[] = [];
for (const [group, patterns] of Object.entries(groups)) {
  const files = list(patterns).filter((file) => !/\.test\.ts$|-thread\.ts$/.test(file));
  const chosen = requested.length === 0 || requested.includes(group) ? files : files.filter((file) => requested.includes(file));
  let [all, killed] = [0, 0];
  for (const file of chosen.toSorted()) {
    const { mutants, survivors } = await tryFile(file);
    all += mutants.length;
    killed += mutants.length - survivors.length;
  }
  if (all === 0) continue;
  const percent = (100 * killed) / all;
  if (percent < LEAST_KILLED) process.exitCode = 1;
  rows.push({ group, files: chosen.length, mutants: all, killed, survived: all - killed, 'killed %': percent.toFixed(1) });
}
console.table(rows);

async function tryFile(file: string) {
  const source = read(file);
  const mutants = listMutants(file, source);
  const tests = importsByTest.filter(({ imports }) => imports.includes(file)).map(({ path }) => path);
  const killed = new Set<number>();
  if (tests.length > 0) for (let from = 0; from < mutants.length; ) from = await tryFrom({ file, source, tests, mutants, from }, killed);
  const survivors = mutants.filter((_, index) => !killed.has(index));
  const untested = tests.length === 0 ? ', no test without a database imports it' : '';
  console.log(`${file}: ${mutants.length} mutants, ${survivors.length} survived${untested}`);
  if (tests.length > 0) for (const mutant of survivors) console.log(describe(source, mutant));
  return { mutants, survivors };
}

/** Until the end, or until a mutant that does not end. Returns the next one to be tried. */
function tryFrom(work: Work, killed: Set<number>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = fork(join(import.meta.dirname, 'mutants/try-file.ts'), {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let current = work.from;
  const stop = () => child.kill('SIGKILL');
  let timer = setTimeout(stop, MAX_MS);
  child.on('message', ({ index, isKilled }: Tried) => {
    clearTimeout(timer);
    timer = setTimeout(stop, MAX_MS);
    current = index;
    if (index === -1 && isKilled) reject(new Error(`${work.file}: without a change a test fails`));
    if (isKilled) killed.add(index);
  });
  child.on('exit', (code) => {
    clearTimeout(timer);
    if (code === 0) resolve(work.mutants.length);
    else if (current === -1) reject(new Error(`${work.file}: its tests do not end`));
    else resolve(killed.add(current) && current + 1);
  });
  child.send(work);
  return promise;
}

function describe(source: string, { start, end, replacement }: Mutant): string {
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 90);
  return `  line ${source.slice(0, start).split('\n').length}  ${oneLine(source.slice(start, end))} → ${oneLine(replacement) || '(nothing)'}`;
}
