// Creates and checks the data folder. A new one is created beside its final path and renamed once it is
// complete and synced, so a crash leaves no partial one.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { packFile } from './binaries.ts';
import { StartFault } from './error.ts';
import { runToEnd } from './launch.ts';
import { type FolderState, socketFits } from './rules.ts';
import type { RunAs } from './run-as.ts';

export const USER = 'fanfare';
/** Exists in every PostgreSQL cluster; a database of our own would make the first start a quarter slower. */
export const DATABASE = 'postgres';

/** The resolved path: processes are recognised by it. */
export function folderOf(dataDir: string): string {
  const folder = join(resolve(dataDir), 'postgres');
  if (existsSync(folder)) return realpathSync(folder);
  return existsSync(dirname(folder)) ? join(realpathSync(dirname(folder)), 'postgres') : folder;
}

/**
 * If root owns it, it must be passable, because PostgreSQL runs as a less privileged user; the data folder
 * inside has a strict mode of its own.
 */
export const makeDataDir = (dataDir: string): string | undefined =>
  mkdirSync(resolve(dataDir), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });

export function inspectFolder(folder: string): FolderState {
  if (!existsSync(folder)) return { exists: false, empty: true, version: undefined, control: false };
  const versionFile = join(folder, 'PG_VERSION');
  return {
    exists: true,
    empty: readdirSync(folder).length === 0,
    version: existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : undefined,
    control: existsSync(join(folder, 'global', 'pg_control')),
  };
}

export const ownerOf = (folder: string): number | undefined => (existsSync(folder) ? statSync(folder).uid : undefined);

/** Windows only: connections use a TCP port, which needs a password. */
const passwordFileOf = (folder: string): string => `${folder}.password`;

export function passwordOf(folder: string): string | undefined {
  return process.platform === 'win32' && existsSync(passwordFileOf(folder))
    ? readFileSync(passwordFileOf(folder), 'utf8').trim()
    : undefined;
}

export async function createDatabase(
  folder: string,
  options: { way: RunAs; fsync: boolean; environment: NodeJS.ProcessEnv },
): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  makeOwnFolder(unfinished, options.way);
  const ended = await runToEnd(options.way, packFile('initdb'), initdbArguments(unfinished, folder, options.fsync), options.environment);
  if (!ended.succeeded) {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    throw new StartFault(`The database could not be created in ${folder}: ${ended.reason}`);
  }
  // An empty folder at the path (such as a prepared volume) is replaced; a mount point cannot be, and the
  // error says so.
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(unfinished, folder);
  if (options.fsync) flushFolder(dirname(folder));
}

function initdbArguments(unfinished: string, folder: string, fsync: boolean): string[] {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const common = ['-D', unfinished, '-U', USER, ...locale, '--data-checksums', '--no-instructions', ...(fsync ? [] : ['--no-sync'])];
  if (process.platform !== 'win32') return [...common, '--auth=trust'];
  writeFileSync(passwordFileOf(folder), randomBytes(24).toString('base64url'), { mode: 0o600 });
  return [...common, '--auth=scram-sha-256', `--pwfile=${passwordFileOf(folder)}`];
}

function makeOwnFolder(folder: string, way: RunAs): void {
  mkdirSync(folder, { mode: 0o700 });
  giveTo(folder, way);
}

function giveTo(folder: string, way: RunAs): void {
  chmodSync(folder, 0o700);
  if (process.getuid?.() === 0 && way.owns !== undefined && way.owns !== 0) chownSync(folder, way.owns, way.owns);
}

/** Syncs the parent folder so that the rename is durable. Windows has no such call and needs none. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const open = openSync(folder, 'r');
  try {
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}

const SOCKET_PREFIX = 'fanfare-pg-';

/**
 * The data folder holds the socket, unless its path is too long; then a short folder with the same mode does.
 */
export function socketFolderFor(folder: string, way: RunAs): string {
  if (socketFits(folder, process.platform)) return folder;
  const mine = way.owns === process.getuid?.();
  for (const base of mine ? [tmpdir(), '/tmp'] : ['/tmp']) {
    if (!socketFits(join(base, `${SOCKET_PREFIX}XXXXXX`), process.platform)) continue;
    const short = mkdtempSync(join(base, SOCKET_PREFIX));
    giveTo(short, way);
    return short;
  }
  throw new StartFault(`The path of ${folder} is too long for a socket, and so is the one of ${tmpdir()}. Set DATA_DIR to a shorter path.`);
}

export function dropSocketFolder(short: string | undefined): void {
  if (short === undefined || !basename(short).startsWith(SOCKET_PREFIX)) return;
  if (existsSync(short) && lstatSync(short).isDirectory()) rmSync(short, { recursive: true, force: true });
}
