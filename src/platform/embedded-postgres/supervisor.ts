// Runs the embedded PostgreSQL: starts it with the shop, restarts it after a crash, stops it with the shop.
// Decisions are in rules.ts.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { makeLinks, packFile, packFolder } from './binaries.ts';
import { StartFault } from './error.ts';
import { type Connection, connectionTo, urlOf } from './find.ts';
import { createDatabase, dropSocketFolder, folderOf, inspectFolder, makeDataDir, ownerOf, socketFolderFor } from './folder.ts';
import { releaseLock } from './lock-file.ts';
import type { SupervisorLog } from './log.ts';
import { judgeFolder, SOCKET_PORT } from './rules.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { type Endpoint, environmentFor, type Settings, settingsFor } from './settings.ts';
import { claimFolder, waitForExit } from './stale-server.ts';
import { type ServerLaunch, startServer, supervise } from './supervise.ts';

export type StartOptions = {
  readonly dataDir: string;
  readonly log: SupervisorLog;
  /** False disables fsync, for tests that need no durability. */
  readonly fsync?: boolean;
  /** Additional PostgreSQL settings; the socket cannot be changed. */
  readonly settings?: Settings;
};

export type Postgres = {
  /** This start has created it. */
  readonly isNew: boolean;
  readonly connection: Connection;
  readonly url: string;
  /** Undefined during a restart. */
  readonly pid: () => number | undefined;
  readonly stop: () => Promise<void>;
};

/**
 * Resolves when the database accepts connections; throws a StartFault, whose message is for the operator, if
 * it cannot.
 */
export async function startPostgres(options: StartOptions): Promise<Postgres> {
  // The kernel's parent-death signal is tied to the starting thread, so the end of a worker thread would kill
  // the database.
  if (!isMainThread) throw new Error('startPostgres must be called on the main thread');
  const since = performance.now();
  const { dataDir, log } = options;
  let claimedFolder: string | undefined;
  let socketFolder: string | undefined;
  try {
    makeDataDir(dataDir);
    const folder = folderOf(dataDir);
    const predecessor = await claimFolder(folder, log);
    claimedFolder = folder;
    await waitForExit(folder, predecessor?.postgres, log);
    dropSocketFolder(predecessor?.socketFolder);
    const prepared = await prepare(folder, options);
    socketFolder = prepared.socketFolder;
    const run = await startServer(prepared);
    log.info(
      { postgresPid: run.pid, folder, as: prepared.way.name, tookMs: Math.round(performance.now() - since) },
      'postgres.start.succeeded',
    );
    const { connection, isNew } = prepared;
    return { isNew, connection, url: urlOf(connection), ...supervise(prepared, run) };
  } catch (cause) {
    dropSocketFolder(socketFolder);
    if (claimedFolder !== undefined) releaseLock(claimedFolder);
    throw asFault(cause, dataDir);
  }
}

/** What stays the same between runs. */
async function prepare(
  folder: string,
  { fsync = true, settings = {}, log }: StartOptions,
): Promise<ServerLaunch & Pick<Postgres, 'connection' | 'isNew'>> {
  const verdict = judgeFolder(folder, inspectFolderOrFail(folder));
  if (verdict.step === 'refuse') throw new StartFault(verdict.reason);
  const environment = environmentFor(process.env, makeLinks(packFolder(), `${folder}.lib`));
  const way = runAsFor(folder, verdict.step === 'create' ? undefined : ownerOf(folder));
  const isNew = verdict.step === 'create';
  if (isNew) {
    log.info({ folder, as: way.name }, 'postgres.folder.creating');
    await createDatabase(folder, { way, fsync, environment });
  }
  const endpoint: Endpoint = process.platform === 'win32' ? { port: await freePort() } : { socketFolder: socketFolderFor(folder, way) };
  const at = 'port' in endpoint ? { host: '127.0.0.1', port: endpoint.port } : { host: endpoint.socketFolder, port: SOCKET_PORT };
  return {
    folder,
    way,
    environment,
    log,
    settings: settingsFor({ endpoint, fsync, own: settings }),
    connection: connectionTo(folder, at),
    isNew,
    socketFolder: at.host === folder || 'port' in endpoint ? undefined : at.host,
  };
}

const runAsFor = (folder: string, owner: number | undefined): RunAs =>
  chooseRunAs({
    platform: process.platform,
    uid: process.getuid?.(),
    owner,
    reach: [packFile('postgres'), dirname(folder)],
    can: ([command = '', ...args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0,
  });

/** The user that a database folder would belong to, for one that is not created by initdb. */
export const ownerOfNew = (dataDir: string): number | undefined => runAsFor(folderOf(dataDir), undefined).owns;

function inspectFolderOrFail(folder: string): ReturnType<typeof inspectFolder> {
  try {
    return inspectFolder(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EACCES') throw cause;
    const owner = ownerOf(folder);
    throw new StartFault(
      `${folder} belongs to user ${owner} and cannot be read by this one, ${process.getuid?.()}. Start the shop as user ${owner}. (${wordsOf(cause)})`,
    );
  }
}

function asFault(cause: unknown, dataDir: string): unknown {
  const code = (cause as NodeJS.ErrnoException).code;
  if (cause instanceof StartFault || code === undefined) return cause;
  return new StartFault(
    `The database in ${dataDir} cannot be prepared: ${wordsOf(cause)}. This user (${process.getuid?.()}) must be able to write there.`,
  );
}

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
