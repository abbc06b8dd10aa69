// Connections to a database that may have several hosts, and may be behind a pooler.
import type { Socket } from 'node:net';
import pg from 'pg';
import { type DatabaseHost, type DatabaseTarget, type DatabaseUrl, parseDatabaseUrl } from '../config/database-url.ts';
import { getSqlState } from './database-errors.ts';
import { createHostFinder, type HostFinder, isWanted, type ServerState } from './hosts/find-host.ts';
import { type HostAnswer, type WatchedClient, watchSilence } from './hosts/silent-hosts.ts';

export type DatabaseConnection = pg.PoolConfig & {
  /**
   * Behind a pooler: a transaction may run on another connection than the one before it, so there is no
   * session to keep settings or statements.
   */
  readonly pooled?: boolean;
};

/**
 * `connection`: for everything. `direct`: past the pooler, for what needs a session. `read`: for reads that
 * may be a moment old.
 */
export type DatabaseAccess = {
  readonly connection: DatabaseConnection;
  readonly direct?: DatabaseConnection | undefined;
  readonly read?: DatabaseConnection | undefined;
};

/** An idle connection is probed after this time. */
export const KEEP_ALIVE_MS = 10_000;

/** Shorter than the time that a pool or a health check waits for a connection. */
const ASK_TIMEOUT_MS = 1_500;

export function parseConnection(text: string): DatabaseConnection {
  const parsed = parseDatabaseUrl(text);
  return parsed ? { connectionString: parsed.url, Client: createClientClass(parsed) } : { connectionString: text };
}

/** Behind a pooler, statements have no names: a name would be known to one connection of the server only. */
export function toPooledConnection(connection: DatabaseConnection): DatabaseConnection {
  const Base = (connection.Client ?? pg.Client) as typeof pg.Client;
  class PooledClient extends Base {
    // biome-ignore lint/suspicious/noExplicitAny: pg has seven overloads.
    override query(...[statement, ...rest]: readonly any[]): any {
      const unnamed =
        typeof statement?.name === 'string' && typeof statement.text === 'string' ? { ...statement, name: undefined } : statement;
      return (super.query as (...all: readonly unknown[]) => unknown)(unnamed, ...rest);
    }
  }
  return { ...connection, Client: PooledClient, pooled: true };
}

/** A single client; the caller connects and ends it. */
export function createClient(connection: DatabaseConnection, options: pg.ClientConfig): pg.Client {
  const Client = (connection.Client ?? pg.Client) as typeof pg.Client;
  return new Client({ ...connection, ...options });
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** A client that looks for its host when it connects, and ends when its host is silent. */
function createClientClass({ url, hosts, target = 'any' }: DatabaseUrl): typeof pg.Client {
  const finder = isOnlyOne(hosts, target) ? createFixedHost(hosts[0]) : createHostFinder(hosts, target, (host) => askHost(url, host));
  const wantsPrimary = !isWanted(target, 'read-only');
  const watch = watchSilence({ hosts, wantsPrimary, forget: finder.forget, ask: (host) => findAnswer(url, host) });

  return class HostClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
      const connected = this.#connectToFound();
      if (!callback) return connected;
      const done = callback as (error: Error | null, client?: pg.Client) => void;
      connected.then((client) => done(null, client), done);
      return undefined;
    }

    async #connectToFound(): Promise<pg.Client> {
      // The pool listens for errors only once this has succeeded.
      this.on('error', () => undefined);
      const host = await finder.find();
      try {
        pointClientTo(this as pg.Client, host);
        await super.connect();
        if (target !== 'any') await this.#expectWanted(host);
        const watched = watchClient(this as pg.Client, host);
        watch.add(watched);
        this.once('end', () => watch.remove(watched));
        return this as pg.Client;
      } catch (cause) {
        finder.forget(host);
        await this.end().catch(() => undefined);
        throw cause;
      }
    }

    async #expectWanted(host: DatabaseHost): Promise<void> {
      const state = await getState(this as pg.Client);
      if (!isWanted(target, state)) throw createWrongServerError(host, state);
    }
  };
}

/** Nothing to find: a question would only delay each connection. */
const isOnlyOne = (hosts: readonly DatabaseHost[], target: DatabaseTarget): hosts is readonly [DatabaseHost] =>
  hosts.length === 1 && target === 'any';

const createFixedHost = (host: DatabaseHost): HostFinder => ({ find: async () => host, forget: () => undefined });

/** What pg does not declare. */
type Inner = { readonly connection: { readonly stream: Socket }; readonly readyForQuery: boolean };

function watchClient(client: pg.Client, host: DatabaseHost): WatchedClient {
  const inner = client as unknown as Inner;
  return {
    host,
    isBusy: () => !inner.readyForQuery,
    bytesRead: () => inner.connection.stream.bytesRead,
    destroy: () => void inner.connection.stream.destroy(),
  };
}

function pointClientTo(client: pg.Client, { host, port }: DatabaseHost): void {
  // The pool gave up while the host was searched: connecting now would leave a connection that nobody closes.
  const { stream } = (client as unknown as Inner).connection;
  if (stream.destroyed) throw Object.assign(new Error('Connection terminated due to connection timeout'), { code: '08001' });
  Object.assign(client, { host, port });
}

const createWrongServerError = ({ host, port }: DatabaseHost, state: ServerState): Error =>
  Object.assign(new Error(`the database at ${host}:${port} is ${state}`), { code: '25006' });

/** On a replica it is on, too. */
async function getState(client: pg.Client): Promise<ServerState> {
  const { rows } = await client.query<{ readonly transaction_read_only: string }>('show transaction_read_only');
  return rows[0]?.transaction_read_only === 'off' ? 'writable' : 'read-only';
}

/**
 * An error of the server itself is an answer, too, and so is a connection to a pooler whose connections are
 * all in use.
 */
function findAnswer(url: string, host: DatabaseHost): Promise<HostAnswer> {
  let isConnected = false;
  const onConnected = () => {
    isConnected = true;
  };
  return askHost(url, host, onConnected).catch((cause) => (isConnected || getSqlState(cause) !== undefined ? 'refusing' : 'none'));
}

async function askHost(url: string, host: DatabaseHost, onConnected?: () => void): Promise<ServerState> {
  const timeouts = { connectionTimeoutMillis: ASK_TIMEOUT_MS, query_timeout: ASK_TIMEOUT_MS };
  const client = new pg.Client({ connectionString: url, application_name: 'fanfare host', ...timeouts });
  client.on('error', () => undefined);
  pointClientTo(client, host);
  try {
    await client.connect();
    onConnected?.();
    return await getState(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
