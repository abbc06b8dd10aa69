// Builds the image of ops/Dockerfile with buildah and runs it with podman as ops/ does: read-only, not root, with little memory.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../src/infra/paths.ts';
import { tryPods } from './pods.ts';
import { freePort, hasPostgres, startPrimary, stopAll, urlOf } from './servers.ts';
import { production } from './shop-process.ts';
import { type Command, inFolder, makeReport, run } from './tools.ts';

const BUILD_IMAGE = 'docker.io/library/node:24-bookworm-slim';
const STAND_IN = 'localhost/fanfare-ops-base';
const MAX_IMAGE_MB = 400;
const MAX_READY_SECONDS = 5;
const STOP_SECONDS = 35;
const REQUESTS = 400;
const AT_ONCE = 8;

const report = makeReport();

/** The number of results that are not as expected; undefined if a tool is missing. */
export async function tryContainer(): Promise<number | undefined> {
  const missing = [...['buildah', 'podman'].filter((tool) => !run([tool, '--version'])), ...(hasPostgres() ? [] : ['postgresql-15'])];
  if (missing.length > 0) {
    console.log(`not run: ${missing.join(', ')} is not installed (apt-get install buildah podman postgresql-15)`);
    return undefined;
  }
  if (process.getuid?.() !== 0) {
    console.log('not run: containers with a limit of memory need root here');
    return undefined;
  }
  await inFolder(async (folder) => {
    process.env.CONTAINERS_CONF ??= writeConfig(folder);
    const base = run(['buildah', 'pull', '--quiet', BUILD_IMAGE])?.ok ? [] : await makeStandIn();
    if (build('fanfare-ops', 'embedded', base)) await tryAllInOne('fanfare-ops');
    if (build('fanfare-ops:small', 'external', base)) await tryStorefront('fanfare-ops:small');
  });
  return report.faults();
}

/** Not every machine may raise the limits of a process as far as podman does by default, and crun refuses a machine with both versions of cgroups. */
function writeConfig(folder: string): string {
  const lines = [
    '[containers]',
    'default_ulimits = ["nofile=16384:16384", "nproc=4096:4096"]',
    ...(existsSync('/sys/fs/cgroup/unified') ? ['[engine]', 'runtime = "runc"'] : []),
  ];
  const path = join(folder, 'containers.conf');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** Without a registry: an empty image, into which this machine's own system is mounted while it builds. Returns the options that do so. */
async function makeStandIn(): Promise<string[]> {
  console.log(`       ${BUILD_IMAGE} cannot be fetched, so this machine's system takes its place while the image is built`);
  const mounted = ['/usr', '/etc', '/var/lib/apt', '/var/lib/dpkg', '/var/cache/apt'];
  await inFolder((folder) => {
    for (const each of [...mounted, '/tmp', '/root', '/proc', '/sys', '/dev', '/run']) mkdirSync(join(folder, each), { recursive: true });
    for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(folder, name));
    writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch\nCOPY . /\nENV PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin\n');
    runOrFail(['buildah', 'build', '--quiet', '--tag', STAND_IN, folder]);
  });
  // Overlays, so that nothing is written to this machine. npm's settings name the registry.
  const overlays = [...mounted, join(homedir(), '.npmrc')].flatMap((path) => [
    '--volume',
    `${path}:${path}:${path.endsWith('rc') ? 'ro' : 'O'}`,
  ]);
  return ['--build-arg', `BUILD_IMAGE=${STAND_IN}`, '--network', 'host', ...overlays];
}

function runOrFail(command: Command): string {
  const result = run(command);
  if (!result?.ok) throw new Error(`${command.slice(0, 3).join(' ')}: ${result?.output ?? 'not found'}`);
  return result.output;
}

/** True if it was built. The health check needs Docker's format. */
function build(image: string, database: 'embedded' | 'external', options: readonly string[]): boolean {
  const began = performance.now();
  const file = join(root, 'ops/Dockerfile');
  const result = run([
    ...(['buildah', 'build', '--layers', '--format', 'docker', '--file', file, '--tag', image] as const),
    ...['--build-arg', `DATABASE=${database}`, ...options, root],
  ]);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  report(`image, database ${database}: built`, result?.ok === true, result?.ok ? `${seconds} s` : (result?.output.slice(-3_000) ?? ''));
  if (!result?.ok) return false;
  const megabytes = Number(runOrFail(['podman', 'image', 'inspect', '--format', '{{.Size}}', image])) / 1e6;
  report(`image, database ${database}: at most ${MAX_IMAGE_MB} MB`, megabytes <= MAX_IMAGE_MB, `${megabytes.toFixed(0)} MB`);
  const look =
    "const { existsSync: has } = require('fs'); console.log(JSON.stringify({ uid: process.getuid(), shell: has('/bin/sh'), npm: has('/usr/bin/npm'), sbom: has('sbom.json') }))";
  const inside = runOrFail([
    'podman',
    'run',
    '--rm',
    '--no-healthcheck',
    '--read-only',
    '--network',
    'none',
    '--entrypoint',
    'bin/node',
    image,
    '-e',
    look,
  ]);
  const expected = JSON.stringify({ uid: 10_001, shell: database === 'embedded', npm: false, sbom: true });
  report(`image, database ${database}: not root, no npm, a bill of materials`, inside === expected, inside);
  return true;
}

type Run = { readonly name: string; readonly memory: string; readonly environment: Readonly<Record<string, string>> };

/** A node of the storefront with a database that the image has migrated, as in ops/kubernetes. */
async function tryStorefront(image: string): Promise<void> {
  try {
    const primary = await startPrimary();
    const environment = { JOBS: 'off', DATABASE_URL: urlOf([primary.port]) };
    const began = performance.now();
    const migrated = run([
      'podman',
      'run',
      '--rm',
      '--no-healthcheck',
      ...optionsOf('400m', { ...production, ...environment }),
      image,
      'dist/server/migrate.js',
    ]);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    report('migration in a container', migrated?.ok === true, migrated?.ok ? `${seconds} s` : (migrated?.output ?? ''));
    await tryImage(image, { name: 'storefront node in 400 MB', memory: '400m', environment });
    await tryPods(image, environment.DATABASE_URL, report);
  } finally {
    stopAll();
  }
}

const tryAllInOne = (image: string) => tryImage(image, { name: 'all in one in 1.5 GB', memory: '1500m', environment: {} });

const optionsOf = (memory: string, environment: Readonly<Record<string, string>>): string[] => [
  ...[
    '--read-only',
    '--tmpfs',
    '/tmp',
    '--memory',
    memory,
    '--cap-drop',
    'all',
    '--security-opt',
    'no-new-privileges',
    '--network',
    'host',
  ],
  ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
];

async function tryImage(image: string, { name, memory, environment }: Run): Promise<void> {
  const [port, deskPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ...production,
    DESK_HOST: '127.0.0.1',
    PORT: String(port),
    DESK_PORT: String(deskPort),
    FILES_FREE_MB: '0',
    ...environment,
  };
  const container = `fanfare-ops-${port}`;
  const began = performance.now();
  runOrFail(['podman', 'run', '--detach', '--name', container, ...optionsOf(memory, settings), image]);
  try {
    const ready = await secondsUntilReady(url, began);
    report(`${name}: ready within ${MAX_READY_SECONDS} s`, ready <= MAX_READY_SECONDS, `${ready.toFixed(1)} s`);
    if (Number.isNaN(ready)) console.log(run(['podman', 'logs', container])?.output);
    const counts = await drive(url);
    report(`${name}: ${REQUESTS} requests`, !Object.keys(counts).some((status) => !/^[234]/.test(status)), counts);
    const used = runOrFail(['podman', 'stats', '--no-stream', '--format', '{{.MemUsage}}', container]);
    const wasKilled = runOrFail(['podman', 'inspect', '--format', '{{.State.OOMKilled}}', container]);
    report(`${name}: memory is enough`, wasKilled === 'false', used);
    const health = run(['podman', 'healthcheck', 'run', container]);
    report(`${name}: health check of the image`, health?.ok === true, health?.output || 'healthy');
    run(['podman', 'stop', '--time', String(STOP_SECONDS), container]);
    const code = runOrFail(['podman', 'inspect', '--format', '{{.State.ExitCode}}', container]);
    report(`${name}: stop`, code === '0', `exit code ${code}`);
  } finally {
    run(['podman', 'rm', '--force', '--volumes', container]);
  }
}

/** NaN if it never is. */
async function secondsUntilReady(url: string, began: number): Promise<number> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return (performance.now() - began) / 1_000;
    await pause(50);
  }
  return Number.NaN;
}

/** Pages, prices and refused log-ins, several at once. Counts the responses by status. */
async function drive(url: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let next = 0;
  const post = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const requests = [
    () => fetch(url),
    () => fetch(`${url}/services`),
    () => post('/api/prices', { currency: 1 }),
    () => post('/api/prices', { currency: 0 }),
    (n: number) => post('/api/Accounts/login', { email: `nobody${n}@shop.example`, password: 'not the password' }),
  ];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < REQUESTS) {
        const n = next++;
        const status = await requests[n % requests.length]?.(n).then(
          async (answer) => {
            await answer.arrayBuffer();
            return String(answer.status);
          },
          (cause: Error) => cause.message,
        );
        counts[status ?? ''] = (counts[status ?? ''] ?? 0) + 1;
      }
    }),
  );
  return counts;
}
