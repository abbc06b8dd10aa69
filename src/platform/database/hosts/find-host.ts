// Finds the server among several hosts that is wanted, such as the one that accepts writes. After a failover
// this is another one.
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseHost, DatabaseTarget } from '../../config/database-url.ts';

export type ServerState = 'writable' | 'read-only';
export type AskHost = (host: DatabaseHost) => Promise<ServerState>;

export type HostFinder = {
  /** Callers at the same time share one search; the result is kept until `forget`. */
  find(): Promise<DatabaseHost>;
  /**
   * The next search begins anew: a connection to this host failed, or the server is not what is wanted any
   * more.
   */
  forget(host: DatabaseHost): void;
};

/** A host that does not answer delays the next one by this much only. */
const HEAD_START_MS = 300;

/** What is wanted first, and what will do if there is none. */
const statesByTarget: Readonly<Record<DatabaseTarget, readonly (readonly ServerState[])[]>> = {
  any: [['writable', 'read-only']],
  'read-write': [['writable']],
  primary: [['writable']],
  'read-only': [['read-only']],
  standby: [['read-only']],
  'prefer-standby': [['read-only'], ['writable']],
};

export const isWanted = (target: DatabaseTarget, state: ServerState): boolean =>
  statesByTarget[target].some((states) => states.includes(state));

/** No host is what is wanted. Has a SQLSTATE, so that requests get 503. */
export class NoSuchHost extends Error {
  override readonly name = 'NoSuchHost';
  readonly code = '08001';
  /** Every host answers only to reads or refuses connections. One that is slow may be the primary. */
  readonly onlyReplicas: boolean;
  constructor(results: readonly HostResult[]) {
    super(`no database host is what is wanted: ${results.map(({ host, result }) => `${host.host}:${host.port} ${result}`).join(', ')}`);
    this.onlyReplicas =
      results.some(({ result }) => result === 'read-only') &&
      results.every(({ result }) => result === 'read-only' || result === 'ECONNREFUSED');
  }
}

type HostResult = { readonly host: DatabaseHost; readonly result: string };

export function createHostFinder(hosts: readonly DatabaseHost[], target: DatabaseTarget, ask: AskHost): HostFinder {
  let known: DatabaseHost | undefined;
  let searching: Promise<DatabaseHost> | undefined;

  async function search(): Promise<DatabaseHost> {
    const results: HostResult[] = [];
    for (const states of statesByTarget[target]) {
      const found = await askInTurn(hosts, ask, states, results);
      if (found) return found;
    }
    throw new NoSuchHost(results);
  }

  return {
    async find() {
      if (known) return known;
      searching ??= search().finally(() => {
        searching = undefined;
      });
      known = await searching;
      return known;
    },
    forget(host) {
      if (known === host) known = undefined;
    },
  };
}

/**
 * In the order of the hosts. The first that answers well is taken; the next is asked when one has failed, or
 * is slow.
 */
async function askInTurn(
  hosts: readonly DatabaseHost[],
  ask: AskHost,
  states: readonly ServerState[],
  results: HostResult[],
): Promise<DatabaseHost | undefined> {
  let found: DatabaseHost | undefined;
  const attempts: Promise<DatabaseHost>[] = [];
  for (const host of hosts) {
    if (found) break;
    const attempt = ask(host).then(
      (state) => {
        results.push({ host, result: state });
        if (!states.includes(state)) throw new Error(state);
        found ??= host;
        return host;
      },
      (cause: NodeJS.ErrnoException) => {
        results.push({ host, result: cause.code ?? `unknown (${cause.message})` });
        throw cause;
      },
    );
    attempts.push(attempt);
    await Promise.race([attempt.catch(() => undefined), pause(HEAD_START_MS)]);
  }
  return Promise.any(attempts).catch(() => undefined);
}
