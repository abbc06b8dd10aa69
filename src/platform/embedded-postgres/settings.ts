// PostgreSQL's settings. All are passed on the command line, so that updates reach existing folders and
// postgresql.conf cannot open the network.
import { SOCKET_PORT } from './rules.ts';

export type Settings = Readonly<Record<string, string>>;

/** A socket in a folder that only its user may enter, or (Windows) a local port with a password. */
export type Endpoint = { readonly socketFolder: string } | { readonly port: number };

const ALWAYS: Settings = {
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // 512 MB limits both the disk space of the WAL and the time of a crash recovery.
  max_wal_size: '512MB',
  min_wal_size: '80MB',
  // A vault that cannot be reached must not fill the disk with the log that is kept for it.
  max_slot_wal_keep_size: '4GB',
  // All of it is touched at the start. Each commit empties it.
  wal_buffers: '1MB',
  jit: 'off',
  // Processes that one machine does not need: readers beside those that ask, and the launcher of logical
  // replication.
  io_method: 'sync',
  // Handles of each process for reads that wait at the same time: here they never do.
  io_max_concurrency: '8',
  // For serializable transactions, which there are none of. The smallest number.
  max_pred_locks_per_transaction: '10',
  max_logical_replication_workers: '0',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  log_min_messages: 'warning',
  // Statement texts and error details contain user input, which must not be logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const DURABLE: Settings = { fsync: 'on', shared_buffers: '128MB' };
/** For tests: no durability. */
const NOT_DURABLE: Settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '32MB' };

const listenSettings = (endpoint: Endpoint): Settings =>
  'port' in endpoint
    ? { listen_addresses: '127.0.0.1', port: String(endpoint.port), unix_socket_directories: '' }
    : {
        listen_addresses: '',
        port: String(SOCKET_PORT),
        unix_socket_directories: quoted(endpoint.socketFolder),
        unix_socket_permissions: '0700',
      };

/** A comma-separated list; quotes allow commas in a folder name. */
const quoted = (folder: string): string => (/[",\s]/.test(folder) ? `"${folder.replaceAll('"', '""')}"` : folder);

export const settingsFor = (options: { endpoint: Endpoint; fsync: boolean; own: Settings }): Settings => ({
  ...ALWAYS,
  ...(options.fsync ? DURABLE : NOT_DURABLE),
  ...options.own,
  ...listenSettings(options.endpoint),
});

export const asArguments = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/**
 * PostgreSQL does not inherit the shop's environment: it contains secrets, and PG… variables would change its
 * behaviour.
 */
export function environmentFor(shop: NodeJS.ProcessEnv, libraryFolder: string | undefined): NodeJS.ProcessEnv {
  const inherited = ['PATH', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name) =>
    shop[name] === undefined ? [] : [[name, shop[name]] as const],
  );
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(libraryFolder === undefined ? {} : { LD_LIBRARY_PATH: libraryFolder, DYLD_LIBRARY_PATH: libraryFolder }),
  };
}
