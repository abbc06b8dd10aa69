// Waits for an external PostgreSQL and checks it before the shop uses it: what it acknowledges must be on
// disk and on its replicas, and a pooler must leave a way past it.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Config, StartError } from '../config/config.ts';
import type { Log } from '../logging/log.ts';
import { createClient, type DatabaseAccess, type DatabaseConnection, parseConnection, toPooledConnection } from './connection.ts';
import { getSqlState } from './database-errors.ts';
import { NoSuchHost } from './hosts/find-host.ts';

const OLDEST_MAJOR = 15;

type Settings = {
  version: string;
  fsync: string;
  /** full_page_writes. */
  pages: string;
  commit: string;
  encoding: string;
  /** `on` on a replica, too. */
  readonly: string;
  /** Servers that receive what this one writes, and could take over. */
  replicas: number;
  synchronous: number;
  /** Replicas that this user may not see in detail. */
  hidden: number;
  /** A shop has started on this database before. */
  served: boolean;
};

type Checks = Pick<Config, 'production' | 'allowAsyncReplicas'>;
type Urls = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReadUrl'>;
type Checked = { readonly connection: DatabaseConnection; readonly identity: string; readonly warnings: readonly string[] };

/** A database may start, or fail over, at the same time as the shop. */
const PATIENCE_SECONDS = 60;
const RETRY_MS = 2_000;

/** Undefined without DATABASE_URL. */
export async function openExternalDatabase(
  config: Checks & Urls,
  log: Pick<Log, 'warn'>,
  patienceSeconds = PATIENCE_SECONDS,
): Promise<DatabaseAccess | undefined> {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl } = config;
  if (databaseUrl === undefined) return undefined;
  const until = performance.now() + patienceSeconds * 1_000;
  for (const [name, url] of Object.entries({
    DATABASE_DIRECT_URL: databaseDirectUrl,
    DATABASE_URL: databaseUrl,
    DATABASE_READ_URL: databaseReadUrl,
  }))
    if (url !== undefined) await waitForDatabase(name, parseConnection(url), until, log);
  const direct = databaseDirectUrl === undefined ? undefined : await checkDatabase('DATABASE_DIRECT_URL', databaseDirectUrl, config);
  const main = await checkDatabase('DATABASE_URL', databaseUrl, config, direct);
  for (const warning of (direct ?? main).warnings) log.warn(warning);
  return {
    connection: main.connection,
    direct: direct?.connection,
    read: databaseReadUrl === undefined ? undefined : await checkReplica(databaseReadUrl),
  };
}

/** What another process cannot find out by itself, as a message to it. */
export type SharedAccess = {
  readonly embedded: DatabaseConnection | undefined;
  /** Which of the addresses lead to a pooler. */
  readonly poolers: { readonly main: boolean; readonly read: boolean };
};

export const shareAccess = ({ databaseUrl }: Urls, { connection, read }: DatabaseAccess): SharedAccess => ({
  embedded: databaseUrl === undefined ? connection : undefined,
  poolers: { main: connection.pooled ?? false, read: read?.pooled ?? false },
});

/** Without the checks, which the process that shares it has made. */
export function toDatabaseAccess(
  { databaseUrl, databaseDirectUrl, databaseReadUrl }: Urls,
  { embedded, poolers }: SharedAccess,
): DatabaseAccess {
  if (databaseUrl === undefined) {
    if (!embedded) throw new Error('this process was given no database');
    return { connection: embedded };
  }
  const through = (url: string, isPooled: boolean) => (isPooled ? toPooledConnection(parseConnection(url)) : parseConnection(url));
  return {
    connection: through(databaseUrl, poolers.main),
    direct: databaseDirectUrl === undefined ? undefined : parseConnection(databaseDirectUrl),
    read: databaseReadUrl === undefined ? undefined : through(databaseReadUrl, poolers.read),
  };
}

/**
 * Says what the start waits for after each attempt. Refuses at once what waiting does not change: a wrong
 * password, a database that does not exist.
 */
async function waitForDatabase(name: string, connection: DatabaseConnection, until: number, log: Pick<Log, 'warn'>): Promise<void> {
  for (;;)
    try {
      return await withClient(name, connection, async () => undefined);
    } catch (error) {
      const { message, cause } = error as StartError;
      const seconds = Math.ceil((until - performance.now()) / 1_000);
      if (seconds <= 0 || /^(28|3D)/.test(getSqlState(cause) ?? '')) throw error;
      log.warn({ waitsFor: message, seconds }, 'database.start.waiting');
      await pause(RETRY_MS);
    }
}

/** `direct`: the same database past the pooler, if there is a way. */
async function checkDatabase(name: string, url: string, checks: Checks, direct?: Checked): Promise<Checked> {
  const connection = parseConnection(url);
  return withClient(name, connection, async (client) => {
    const { rows } = await client.query<Settings & { identity: string }>(SETTINGS);
    const [settings] = rows;
    if (!settings) throw new StartError([`${name}: the database does not describe itself.`]);
    const { identity } = settings;
    const isBehindPooler = await isPooled(client);
    const pooler = isBehindPooler ? await findPoolerErrors(name, connection, client, direct) : [];
    const other = direct && direct.identity !== identity ? ['DATABASE_DIRECT_URL: it must lead to the same database as DATABASE_URL.'] : [];
    const { errors, warnings } = judgeDatabase(name, settings, checks);
    const all = [...errors, ...pooler, ...other];
    if (all.length > 0) throw new StartError(all);
    return { connection: isBehindPooler ? toPooledConnection(connection) : connection, identity, warnings };
  });
}

const checkReplica = (url: string): Promise<DatabaseConnection> => {
  const connection = parseConnection(url);
  return withClient('DATABASE_READ_URL', connection, async (client) =>
    (await isPooled(client)) ? toPooledConnection(connection) : connection,
  );
};

async function withClient<T>(name: string, connection: DatabaseConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(connection, { connectionTimeoutMillis: 10_000, application_name: 'fanfare check' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const line =
      cause instanceof NoSuchHost && cause.onlyReplicas
        ? `${name}: only replicas answer, and the shop has to write (${cause.message}).`
        : `${name}: the database does not answer (${(cause as Error).message || (cause as NodeJS.ErrnoException).code}).`;
    throw new StartError([line], { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * A replica that may take over receives the log itself: not a copy for a backup, not changes of single
 * tables. Users without pg_monitor see that there is a replica, but not its state.
 */
const SETTINGS = `
  select current_setting('server_version_num') as version, current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
    current_setting('synchronous_commit') as commit, to_regclass('drizzle.__drizzle_migrations') is not null as served,
    pg_encoding_to_char(encoding) as encoding, current_setting('transaction_read_only') as readonly,
    (select system_identifier from pg_control_system())::text || ' ' || pg_database.oid as identity, replication.*
  from pg_database cross join (
    select count(*)::int as replicas, count(*) filter (where sync_state in ('sync', 'quorum'))::int as synchronous,
      count(*) filter (where sync_state is null)::int as hidden
    from pg_stat_replication as replica
    where state is distinct from 'backup' and application_name not in ('pg_basebackup', 'pg_receivewal', 'barman_receive_wal')
      and not exists (select 1 from pg_replication_slots where active_pid = replica.pid and slot_type = 'logical')
  ) as replication
  where datname = current_database()`;

export function judgeDatabase(name: string, settings: Settings, { production, allowAsyncReplicas }: Checks) {
  const { version, fsync, pages, commit, encoding, readonly, served } = settings;
  const major = Math.floor(Number(version) / 10_000);
  const replication = production ? judgeReplicas(name, settings) : {};
  // A replica that was added later must not keep a shop closed after a restart. An alert says so.
  const isRefused = !allowAsyncReplicas && !served;
  return {
    errors: [
      ...(major < OLDEST_MAJOR ? [`${name}: PostgreSQL ${OLDEST_MAJOR} or later is needed; this one is ${major}.`] : []),
      ...(encoding === 'UTF8' ? [] : [`${name}: the database must be encoded in UTF8; this one is in ${encoding}.`]),
      ...(readonly === 'on' ? [`${name}: this server is a replica or read-only, and the shop has to write.`] : []),
      ...(production && fsync !== 'on' ? [`${name}: fsync is off; a shop in production would lose orders in a power cut.`] : []),
      ...(production && pages !== 'on'
        ? [`${name}: full_page_writes is off; a power cut would leave a shop in production with broken pages of its database.`]
        : []),
      ...(production && commit === 'off' ? [`${name}: synchronous_commit is off; a shop in production would lose orders in a crash.`] : []),
      ...(replication.error && isRefused ? [replication.error] : []),
    ],
    warnings: [replication.warning, isRefused ? undefined : replication.error].filter((line) => line !== undefined),
  };
}

/** Not acknowledged by a replica, an order that was paid is lost when that replica takes over. */
function judgeReplicas(name: string, { commit, replicas, synchronous, hidden }: Settings): { error?: string; warning?: string } {
  if (replicas === 0) return {};
  const remedy =
    'Set synchronous_standby_names (with Patroni: synchronous_mode: true) and synchronous_commit=on; ALLOW=async-replicas accepts the loss.';
  if (commit === 'local')
    return { error: `${name}: synchronous_commit is local, so a failover to a replica loses orders that were acknowledged. ${remedy}` };
  if (hidden === replicas)
    return {
      warning: `${name}: this user may not see whether a replica is synchronous (grant pg_monitor to it). Without a synchronous replica, a failover loses orders that were acknowledged.`,
    };
  return synchronous > 0
    ? {}
    : { error: `${name}: none of its replicas is synchronous, so a failover loses orders that were acknowledged. ${remedy}` };
}

/** A pooler gives its clients numbers of its own. */
async function isPooled(client: pg.Client): Promise<boolean> {
  return (client as unknown as { processID: number | null }).processID !== (await getBackendPid(client));
}

async function findPoolerErrors(
  name: string,
  connection: DatabaseConnection,
  client: pg.Client,
  direct: Checked | undefined,
): Promise<string[]> {
  if (direct || !(await changesConnections(name, connection, client))) return [];
  return [
    name === 'DATABASE_URL'
      ? 'DATABASE_URL leads to a pooler that shares connections (such as PgBouncer with pool_mode=transaction). Set DATABASE_DIRECT_URL to the address of PostgreSQL itself: migrations, notifications and jobs need a connection of their own.'
      : `${name} must lead to PostgreSQL itself, or to a pooler with pool_mode=session: this one shares connections.`,
  ];
}

const PROBES = 5;

/**
 * True if a second client can get the connection that the first one had before, or moves the first one to
 * another.
 */
function changesConnections(name: string, connection: DatabaseConnection, first: pg.Client): Promise<boolean> {
  return withClient(name, connection, async (second) => {
    const seen = new Set([await getBackendPid(first)]);
    for (let probe = 0; probe < PROBES; probe++) {
      await second.query('begin');
      const held = await getBackendPid(second);
      if (seen.has(held)) return true;
      seen.add(await getBackendPid(first));
      await second.query('commit');
      if (seen.size > 1) return true;
    }
    return false;
  });
}

async function getBackendPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
