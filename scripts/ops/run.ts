// npm run test:ops: what needs tools that the ordinary tests do not have. `npm run test:ops -- alerts proxy` runs these parts only. A part whose tool is missing
// says so and is not run. Ends with 1 if a part found a fault.
import { tryAlerts, tryCompose, tryKubernetes, tryProxy, trySystemd } from './manifests.ts';

/** Each returns the number of faults; undefined if it could not run. */
const parts: Readonly<Record<string, () => Promise<number | undefined>>> = {
  alerts: tryAlerts,
  proxy: tryProxy,
  systemd: trySystemd,
  compose: tryCompose,
  kubernetes: tryKubernetes,
  // Loading these makes a temporary folder.
  container: async () => (await import('./container.ts')).tryContainer(),
  rolling: async () => (await import('./rolling.ts')).tryRollingRestarts(),
  builds: async () => (await import('./builds.ts')).tryMixedBuilds(),
  stack: async () => (await import('./stack/stack.ts')).tryStack(),
  disk: async () => (await import('./disk.ts')).tryDisks(),
  members: async () => (await import('./members.ts')).tryMembers(),
  tracing: async () => (await import('./tracing.ts')).tryTracing(),
  failover: async () => (await import('./patroni/failovers.ts')).tryFailovers(),
  'failover-haproxy': async () => (await import('./patroni/failovers.ts')).tryFailoversBehindProxy(),
  rollback: async () => (await import('./rollback.ts')).tryRollback(),
  silence: async () => (await import('./silence.ts')).trySilentDatabase(),
  pgbackrest: async () => (await import('./pgbackrest.ts')).tryPgBackRest(),
  restore: async () => (await import('./restore.ts')).tryLargeRestore(),
  databases: async () => (await import('./databases.ts')).tryDatabases(),
  chaos: async () => (await import('./endurance/chaos.ts')).tryChaos(),
  soak: async () => (await import('./endurance/soak.ts')).trySoak(),
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

const results: string[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  console.log(`\n--- ${name} ---`);
  // A part that throws does not keep the others from running.
  const faults = await part().catch((cause: unknown) => {
    console.error(cause);
    return 1;
  });
  results.push(`${name}: ${faults === undefined ? 'not run' : faults === 0 ? 'as expected' : `${faults} not as expected`}`);
  if (faults !== undefined && faults > 0) process.exitCode = 1;
}
console.log(`\n${results.join('\n')}`);
process.exit();
