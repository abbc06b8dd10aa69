// npm run dev: the embedded PostgreSQL stays, and the server starts again when its code, a migration or a
// file of the shop's folder changes. Pages come from their source through Vite, which needs no restart.
// `node --watch` would see only the first save of an editor that replaces files: on Linux it watches files,
// not folders.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { readConfig, StartError } from '#platform/config/config.ts';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { createReadableStream, makeLog } from '#platform/logging/log.ts';
import { root } from '#platform/paths.ts';
import { stopOnSignal } from '#platform/process/stop.ts';
import { openEmbeddedDatabase } from '../src/start.ts';

/** An editor saves several files, and some write a file twice. */
const SETTLE_MS = 100;
/** Vite follows pages and components, and nothing follows tests. */
const servedByVite = /^(account|ui|site\/(enhance|frame|page-data|pages)|desk\/(app|features|shared))\/|\.test\.ts$/;

// The environment wins over the file.
if (existsSync('.env')) process.loadEnvFile('.env');
const { config, errors } = readConfig(process.env);
if (errors.length > 0) {
  console.error(new StartError(errors).message);
  process.exit(1);
}
const log = makeLog({ level: config.logLevel, readable: process.stdout.isTTY && (await createReadableStream()) });
const database = config.databaseUrl === undefined ? await openEmbeddedDatabase(config, log) : undefined;
const environment = database ? { ...process.env, DATABASE_URL: formatConnectionUrl(database.access.connection) } : process.env;

let server = startServer();
let settling: NodeJS.Timeout | undefined;
let restarting = Promise.resolve();
for (const folder of [join(root, 'src'), join(root, 'migrations'), config.shopDir])
  watch(folder, { recursive: true }, (_event, file) => {
    if (folder === join(root, 'src') && servedByVite.test(file ?? '')) return;
    clearTimeout(settling);
    settling = setTimeout(() => {
      log.info({ file }, 'server.restart.started');
      restarting = restarting.then(restartServer);
    }, SETTLE_MS);
  });
stopOnSignal({ ...config, log, environment: process.env, drain: () => false, stop });

function startServer(): { readonly child: ChildProcess; readonly ended: Promise<unknown> } {
  const args = ['--require', join(root, 'check-node.cjs'), join(root, 'src/main.ts'), '--dev'];
  const child = spawn(process.execPath, args, { env: environment, stdio: 'inherit' });
  return { child, ended: once(child, 'exit') };
}

async function stopServer(): Promise<void> {
  server.child.kill('SIGTERM');
  await server.ended;
}

async function restartServer(): Promise<void> {
  await stopServer();
  server = startServer();
}

async function stop(): Promise<void> {
  await restarting;
  await stopServer();
  await database?.stop();
}
