import { describe, expect, test } from 'vitest';
import { type AskHost, createHostFinder, type ServerState } from './find-host.ts';

const [a, b, c] = ['a', 'b', 'c'].map((host) => ({ host, port: 5432 })) as [Host, Host, Host];
type Host = { readonly host: string; readonly port: number };

/** `silent`: never answers. `away`: refuses. */
function servers(states: Record<string, ServerState | 'away' | 'silent'>) {
  const asked: string[] = [];
  const ask: AskHost = async ({ host }) => {
    asked.push(host);
    const state = states[host] ?? 'away';
    if (state === 'silent') return new Promise(() => undefined);
    if (state === 'away') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    return state;
  };
  return { asked, states, ask };
}

describe('host of a database', () => {
  test.for([
    ['read-write', { a: 'writable', b: 'writable' }, 'a'],
    ['read-write', { a: 'read-only', b: 'writable' }, 'b'],
    ['read-write', { a: 'away', b: 'read-only', c: 'writable' }, 'c'],
    ['read-write', { a: 'silent', b: 'writable' }, 'b'],
    ['standby', { a: 'writable', b: 'read-only' }, 'b'],
    ['prefer-standby', { a: 'writable', b: 'read-only' }, 'b'],
    ['prefer-standby', { a: 'writable' }, 'a'],
    ['any', { b: 'read-only' }, 'b'],
  ] as const)('%s, %j: %s', async ([target, states, expected]) => {
    expect(await createHostFinder([a, b, c], target, servers(states).ask).find()).toMatchObject({ host: expected });
  });

  test('only replicas: the error says so, and is one of a database that cannot be reached', async () => {
    const finder = createHostFinder([a, b], 'read-write', servers({ a: 'read-only' }).ask);
    await expect(finder.find()).rejects.toMatchObject({
      code: '08001',
      onlyReplicas: true,
      message: 'no database host is what is wanted: a:5432 read-only, b:5432 ECONNREFUSED',
    });
  });

  test('a replica beside a host that times out: the error does not say that only replicas answer', async () => {
    const ask: AskHost = async ({ host }) => {
      if (host === 'a') throw new Error('timeout expired');
      return 'read-only';
    };
    await expect(createHostFinder([a, b], 'read-write', ask).find()).rejects.toMatchObject({
      onlyReplicas: false,
      message: 'no database host is what is wanted: a:5432 unknown (timeout expired), b:5432 read-only',
    });
  });

  test('found host: kept until it is forgotten, and searched once for all callers', async () => {
    const { asked, states, ask } = servers({ a: 'read-only', b: 'writable' });
    const finder = createHostFinder([a, b], 'read-write', ask);
    expect(await Promise.all([finder.find(), finder.find()])).toEqual([b, b]);
    Object.assign(states, { a: 'writable', b: 'read-only' });
    finder.forget(a);
    expect([await finder.find(), asked]).toEqual([b, ['a', 'b']]);
    finder.forget(b);
    expect(await finder.find()).toEqual(a);
  });
});
