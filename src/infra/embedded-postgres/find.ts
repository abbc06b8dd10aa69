// How another process (an audit, a backup, psql) reaches the PostgreSQL of a running shop, from nothing but DATA_DIR. PostgreSQL's own pid file
// says where its socket is, also when a long path had moved it elsewhere.
import { DATABASE, folderOf, passwordOf, USER } from './folder.ts';
import { isPostgresOf, postmasterOf } from './processes.ts';

export type Connection = {
  /** The socket's folder; an address only on Windows. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
};

/** Undefined when none runs, or when it is only just starting or stopping. */
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

/** The same as an address, for tools that take one; both pg and psql read it. */
export function urlOf(connection: Connection): string {
  const { user, password, host, port, database } = connection;
  const who = password === undefined ? user : `${user}:${encodeURIComponent(password)}`;
  return host.startsWith('/')
    ? `postgresql://${who}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgresql://${who}@${host}:${port}/${database}`;
}
