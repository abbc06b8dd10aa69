// npm run ops: what needs tools that the ordinary tests do not have. `npm run ops -- rolling chaos` runs
// these parts only. A part whose tool is missing says so and is not run. Ends with 1 if a part was not as
// expected.
import { existsSync } from 'node:fs';
import { hasPostgres, stopAll } from './servers.ts';
import { buildShop, makeReport, type Report, runTool } from './tools.ts';

type Part = { readonly needs: readonly (keyof typeof tools)[]; readonly run: (report: Report) => Promise<unknown> };

const isInstalled = (...command: readonly [string, ...string[]]) => runTool(command) !== undefined;
const tools = {
  postgresql: { isHere: hasPostgres, install: 'postgresql-15' },
  patroni: { isHere: () => existsSync('/usr/bin/patroni') && existsSync('/usr/bin/etcd'), install: 'patroni etcd-server' },
  pgbackrest: { isHere: () => existsSync('/usr/bin/pgbackrest'), install: 'pgbackrest' },
  haproxy: { isHere: () => isInstalled('haproxy', '-v'), install: 'haproxy' },
  prometheus: { isHere: () => isInstalled('promtool', '--version'), install: 'prometheus' },
  alertmanager: { isHere: () => existsSync('/usr/bin/prometheus-alertmanager'), install: 'prometheus-alertmanager' },
  network: { isHere: () => isInstalled('unshare', '--version') && isInstalled('ip', '-V'), install: 'util-linux iproute2' },
  root: { isHere: () => process.getuid?.() === 0, install: '(networks of its own need root)' },
} as const;

const parts: Readonly<Record<string, Part>> = {
  manifests: { needs: [], run: async (report) => (await import('./manifests.ts')).tryManifests(report) },
  rolling: { needs: ['postgresql', 'haproxy'], run: async (report) => (await import('./rolling.ts')).tryRollingRestarts(report) },
  rollback: { needs: ['postgresql'], run: async (report) => (await import('./rollback.ts')).tryRollback(report) },
  stack: {
    needs: ['root', 'network', 'postgresql', 'haproxy', 'prometheus', 'alertmanager'],
    run: async (report) => (await import('./stack/stack.ts')).tryStack(report),
  },
  failover: {
    needs: ['postgresql', 'patroni'],
    run: async (report) => (await import('./failover/failovers.ts')).tryFailovers(report),
  },
  'failover-haproxy': {
    needs: ['postgresql', 'patroni', 'haproxy'],
    run: async (report) => (await import('./failover/failovers.ts')).tryFailoversBehindProxy(report),
  },
  pgbackrest: { needs: ['postgresql', 'pgbackrest'], run: async (report) => (await import('./pgbackrest.ts')).tryPgBackRest(report) },
  chaos: { needs: ['postgresql'], run: async (report) => (await import('./chaos.ts')).tryChaos(report) },
  soak: { needs: ['postgresql'], run: async (report) => (await import('./soak.ts')).trySoak(report) },
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

const results: string[] = [];
for (const [name, part] of Object.entries(parts))
  if (requested.length === 0 || requested.includes(name)) results.push(`${name}: ${await tryPart(name, part)}`);
console.log(`\n${results.join('\n')}`);
process.exit();

async function tryPart(name: string, part: Part): Promise<string> {
  console.log(`\n--- ${name} ---`);
  const missing = part.needs.filter((tool) => !tools[tool].isHere());
  if (missing.length > 0)
    return `not run without ${missing.join(', ')}: apt-get install ${missing.map((tool) => tools[tool].install).join(' ')}`;
  const report = makeReport();
  try {
    if (part.needs.includes('postgresql')) buildShop();
    await part.run(report);
  } catch (cause) {
    // The other parts are run in any case.
    report('ended with an error', false, cause instanceof Error ? cause.stack : cause);
  } finally {
    stopAll();
  }
  if (report.errors() > 0) process.exitCode = 1;
  return report.errors() === 0 ? 'as expected' : `${report.errors()} not as expected`;
}
