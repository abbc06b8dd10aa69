// PostgreSQL's settings. All are passed on the command line, so that updates reach existing folders and
// postgresql.conf cannot open the network.
export type Settings = Readonly<Record<string, string>>;

export const USER = 'fanfare';
/** Exists in every PostgreSQL cluster; a database of our own would make the first start a quarter slower. */
export const DATABASE = 'postgres';
/** The number is part of the socket's name only, no TCP port is open. */
export const SOCKET_PORT = 5432;

const COMMON_SETTINGS: Settings = {
  max_connections: '100',
  timezone: 'UTC',
  // 512 MB limits both the disk space of the WAL and the time of a crash recovery.
  max_wal_size: '512MB',
  // A vault that cannot be reached must not fill the disk with the log that is kept for it.
  max_slot_wal_keep_size: '4GB',
  // All of it is touched at the start; each commit empties it.
  wal_buffers: '1MB',
  jit: 'off',
  // One machine needs no readers beside the processes that ask, and no launcher of logical replication.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  lc_messages: 'C',
  log_line_prefix: '',
  log_min_messages: 'warning',
  // Statement texts and error details contain user input, which must not be logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const DURABLE_SETTINGS: Settings = { fsync: 'on', shared_buffers: '128MB' };
/** For tests: no durability. */
const NOT_DURABLE_SETTINGS: Settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '32MB' };

/** `host` is the folder of the socket, which only its user may enter, or (Windows) a local address. */
export function getSettings({ host, port, fsync, own }: { host: string; port: number; fsync: boolean; own: Settings }): Settings {
  const isSocket = host.startsWith('/');
  return {
    ...COMMON_SETTINGS,
    ...(fsync ? DURABLE_SETTINGS : NOT_DURABLE_SETTINGS),
    ...own,
    listen_addresses: isSocket ? '' : host,
    port: String(port),
    // A list with commas; quotes allow them in the name of a folder.
    unix_socket_directories: isSocket ? `"${host.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
  };
}

export const asArguments = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** PostgreSQL does not inherit the shop's secrets, nor PG… variables, which would change its behaviour. */
export function getEnvironment(shop: NodeJS.ProcessEnv, libraryFolder: string | undefined): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = shop;
  return { PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: libraryFolder, DYLD_LIBRARY_PATH: libraryFolder };
}
