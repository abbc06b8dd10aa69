// How PostgreSQL is set up, as a table. All of it goes onto the command line, so that an update of the shop reaches old folders too
// and a forgotten line in postgresql.conf cannot open the network.
import { SOCKET_PORT } from './rules.ts';

export type Settings = Readonly<Record<string, string>>;

/** Either a socket in a folder that only its user may enter, or (Windows) a port of this machine behind a password. */
export type Door = { readonly socketFolder: string } | { readonly port: number };

const ALWAYS: Settings = {
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Half a gigabyte bounds both the disk that the log of changes takes and the time that reading it again takes after a crash.
  max_wal_size: '512MB',
  min_wal_size: '80MB',
  jit: 'off',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  log_min_messages: 'warning',
  // A statement's text and an error's detail hold what customers typed; neither belongs into a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const DURABLE: Settings = { fsync: 'on', shared_buffers: '128MB' };
/** For the tests of other rooms: nothing survives a power cut, and nothing needs to. */
const FLEETING: Settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '32MB' };

const doorSettings = (door: Door): Settings =>
  'port' in door
    ? { listen_addresses: '127.0.0.1', port: String(door.port), unix_socket_directories: '' }
    : {
        listen_addresses: '',
        port: String(SOCKET_PORT),
        unix_socket_directories: quoted(door.socketFolder),
        unix_socket_permissions: '0700',
      };

/** The setting is a list separated by commas; in quotes a folder's name may hold them. */
const quoted = (folder: string): string => (/[",\s]/.test(folder) ? `"${folder.replaceAll('"', '""')}"` : folder);

export const settingsFor = (options: { door: Door; fsync: boolean; own: Settings }): Settings => ({
  ...ALWAYS,
  ...(options.fsync ? DURABLE : FLEETING),
  ...options.own,
  ...doorSettings(options.door),
});

export const asArguments = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Nothing of the shop's own environment reaches the database: it holds secrets, and PG… variables would bend its ways. */
export function environmentFor(shop: NodeJS.ProcessEnv, libraryFolder: string | undefined): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name) => (shop[name] === undefined ? [] : [[name, shop[name]] as const]));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(libraryFolder === undefined ? {} : { LD_LIBRARY_PATH: libraryFolder, DYLD_LIBRARY_PATH: libraryFolder }),
  };
}
