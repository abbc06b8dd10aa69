// Finds the socket of a running shop's PostgreSQL from DATA_DIR, for other processes (audit, backup, psql).
// PostgreSQL's pid file names the socket folder.
import { getDatabaseFolder, readPassword } from './folder.ts';
import { isPostgresIn, readPostmaster } from './processes.ts';
import { DATABASE, USER } from './settings.ts';

export type Connection = {
  /** The socket's folder; a host on Windows. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string | undefined;
};

/** Undefined if PostgreSQL is not running, or is still starting or stopping. */
export function findPostgres(dataDir: string): Connection | undefined {
  const folder = getDatabaseFolder(dataDir);
  const postmaster = readPostmaster(folder);
  if (postmaster?.status !== 'ready' || !isPostgresIn(postmaster.pid, folder)) return undefined;
  return createConnection(folder, postmaster.host, postmaster.port);
}

export function createConnection(folder: string, host: string, port: number): Connection {
  return { host, port, user: USER, database: DATABASE, password: readPassword(folder) };
}

/** The same as a connection URL, which pg and psql accept. */
export function formatConnectionUrl({ user, password, host, port, database }: Connection): string {
  const who = password === undefined ? user : `${user}:${encodeURIComponent(password)}`;
  return `postgresql://${who}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
