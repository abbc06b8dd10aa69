// The data folder: where it lies, what it looks like, and how it comes to be. A new one is made beside its place and moved there when it is
// whole and on the disk, so that a crash in between leaves nothing that a later start could take for a database.
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
import { type FolderSeen, socketFits } from './rules.ts';
import type { RunAs } from './run-as.ts';

export const USER = 'fanfare';
/** Every PostgreSQL has it from birth; one of our own would make the first start a quarter longer. */
export const DATABASE = 'postgres';

/** The folder's true path: its processes are known by it. */
export function folderOf(dataDir: string): string {
  const folder = join(resolve(dataDir), 'postgres');
  if (existsSync(folder)) return realpathSync(folder);
  return existsSync(dirname(folder)) ? join(realpathSync(dirname(folder)), 'postgres') : folder;
}

/** Root's own is passable, since PostgreSQL then runs as a lesser user; what lies in it is closed by its own mode. */
export const makeDataDir = (dataDir: string): string | undefined =>
  mkdirSync(resolve(dataDir), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });

export function seeFolder(folder: string): FolderSeen {
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

/** Windows only: there the door is a port, and a port needs a password. */
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
  if (!ended.well) {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    throw new StartFault(`The database could not be made in ${folder}: ${ended.because}`);
  }
  // An empty folder in its place (a volume made beforehand) gives way; a mount point cannot, and says so.
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

/** Makes the new name itself durable; Windows has no such call and needs none. */
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

/** The data folder itself holds the socket, unless its path is too long for one: then a short folder of the same closedness does. */
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
