// Finds the socket of a running shop's PostgreSQL from DATA_DIR, for other processes (audit, backup, psql).
// PostgreSQL's pid file names the socket folder.
import { DATABASE, folderOf, passwordOf, USER } from './folder.ts';
import { isPostgresOf, postmasterOf } from './processes.ts';

export type Connection = {
  /** The socket's folder; a host on Windows. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
};

/** Undefined if PostgreSQL is not running, or is still starting or stopping. */
export function findPostgres(dataDir: string): Connection | undefined {
  const folder = folderOf(dataDir);
  const postmaster = postmasterOf(folder);
  if (postmaster === undefined || postmaster.status !== 'ready' || !isPostgresOf(postmaster.pid, folder)) return undefined;
  return connectionTo(folder, { host: postmaster.socketFolder || postmaster.address, port: postmaster.port });
}

export function connectionTo(folder: string, at: { host: string; port: number }): Connection {
  const password = passwordOf(folder);
  return { ...at, user: USER, database: DATABASE, ...(password === undefined ? {} : { password }) };
}

/** The same as a connection URL, which pg and psql accept. */
export function urlOf(connection: Connection): string {
  const { user, password, host, port, database } = connection;
  const who = password === undefined ? user : `${user}:${encodeURIComponent(password)}`;
  return `postgresql://${who}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
