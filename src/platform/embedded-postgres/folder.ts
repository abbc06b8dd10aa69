// Creates and checks the data folder. A new one is created beside its final path and renamed once it is
// complete and synced, so a crash leaves no partial one.
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartError } from '../config/config.ts';
import { findPackFile } from './binaries.ts';
import { recordLeftovers } from './lock-file.ts';
import { type Program, startProgram } from './program.ts';
import { explainEnd } from './rules.ts';
import type { RunAs } from './run-as.ts';
import { SOCKET_PORT, USER } from './settings.ts';
import { doesSucceed, readText } from './system-calls.ts';

/** The major version of the packages in package.json; a folder of another version cannot be read. */
const MAJOR = '18';

const resolveRealPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

/** The resolved path: processes are recognised by it. */
export const getDatabaseFolder = (dataDir: string): string => resolveRealPath(join(resolveRealPath(resolve(dataDir)), 'postgres'));

/**
 * If root owns it, it must be passable, because PostgreSQL runs as a less privileged user; the data folder
 * inside has a strict mode of its own.
 */
export const makeDataDir = (dataDir: string): string | undefined =>
  mkdirSync(resolve(dataDir), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });

/** Whether there is a database; throws StartError if the folder is something else. */
export function hasDatabase(folder: string): boolean {
  if (!existsSync(folder)) return false;
  // The one of another user has a database: chooseRunAs refuses it, and says whose it is.
  if (!doesSucceed(() => accessSync(folder, constants.R_OK), 'EACCES')) return true;
  if (readdirSync(folder).length === 0) return false;
  const version = readText(join(folder, 'PG_VERSION'))?.trim();
  if (version === undefined)
    throw new StartError([`${folder} is not a whole PostgreSQL folder: PG_VERSION is missing. Move it away, or restore a backup.`]);
  if (version !== MAJOR) {
    throw new StartError([
      `${folder} was written by PostgreSQL ${version}, and this shop brings PostgreSQL ${MAJOR}. ` +
        `Dump it with PostgreSQL ${version} (pg_dumpall) and load that into an empty folder.`,
    ]);
  }
  return true;
}

/** Only on Windows there is one: connections use a TCP port there, which needs a password. */
const getPasswordFile = (folder: string): string => `${folder}.password`;
export const readPassword = (folder: string): string | undefined => readText(getPasswordFile(folder))?.trim();

export async function createDatabase(folder: string, fsync: boolean, common: Omit<Program, 'program' | 'args'>): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  mkdirSync(unfinished, { mode: 0o700 });
  giveTo(unfinished, common.way);
  const initdb = startProgram({ ...common, program: findPackFile('initdb'), args: getInitdbArguments(unfinished, folder, fsync) });
  const ended = await initdb.ended;
  if (ended !== 'code 0') throw new StartError([explainEnd(folder, initdb.lastLines, ended)]);
  // An empty folder at the path (such as a prepared volume) is replaced; a mount point cannot be, and the
  // error says so.
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(unfinished, folder);
  if (!fsync || process.platform === 'win32') return;
  const parent = openSync(dirname(folder), 'r');
  fsyncSync(parent);
  closeSync(parent);
}

function getInitdbArguments(unfinished: string, folder: string, fsync: boolean): string[] {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const common = ['-D', unfinished, '-U', USER, ...locale, '--data-checksums', '--no-instructions', ...(fsync ? [] : ['--no-sync'])];
  if (process.platform !== 'win32') return [...common, '--auth=trust'];
  writeFileSync(getPasswordFile(folder), randomBytes(24).toString('base64url'), { mode: 0o600 });
  return [...common, '--auth=scram-sha-256', `--pwfile=${getPasswordFile(folder)}`];
}

function giveTo(folder: string, { owns }: RunAs): void {
  if (process.getuid?.() === 0 && owns !== undefined) chownSync(folder, owns, owns);
}

/** The shortest limit of all systems for the path of a socket is 103 bytes, without the final zero byte. */
export const fitsSocketPath = (folder: string): boolean => Buffer.byteLength(`${folder}/.s.PGSQL.${SOCKET_PORT}`) <= 103;

/** The data folder, unless its path is too long; then a short folder that only the same user may enter. */
export function findSocketFolder(folder: string, way: RunAs): string {
  if (fitsSocketPath(folder)) return folder;
  const short = mkdtempSync('/tmp/fanfare-pg-');
  giveTo(short, way);
  recordLeftovers(folder, { socketFolder: short });
  return short;
}
