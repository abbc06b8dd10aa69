import { describe, expect, test } from 'vitest';
import { chooseRunAs, type Host } from './run-as.ts';

const works = { tie: true, stepDown: true, namespace: true };

/** A machine on which the given commands work. */
function host(seen: Partial<Host>, can: Partial<typeof works> = {}): Host {
  const able = { ...works, ...can };
  const run = (words: readonly string[]): boolean => {
    if (words[0] === 'unshare') return able.namespace;
    return words.some((word) => word.startsWith('--reuid')) ? able.stepDown : able.tie;
  };
  return { platform: 'linux', uid: 1000, owner: undefined, reach: ['/app/postgres', '/data'], can: run, ...seen };
}

describe('user that PostgreSQL runs as', () => {
  test.each<[string, Host, object]>([
    ['a user', host({}), { name: 'own user', owns: 1000, tied: true, words: ['setpriv', '--pdeathsig=INT'] }],
    ['a user without setpriv', host({}, { tie: false }), { name: 'own user, watched', tied: false, words: [] }],
    ['a user on macOS', host({ platform: 'darwin' }, { tie: false }), { name: 'own user, watched', tied: false }],
    ['Windows', host({ platform: 'win32', uid: undefined }, { tie: false }), { name: 'own user, watched', owns: undefined }],
    ['root, new data', host({ uid: 0 }), { name: 'root as a lesser user', owns: 65534 }],
    ['root, user nobody cannot reach the folders', host({ uid: 0 }, { stepDown: false }), { name: 'root under another name', owns: 0 }],
    ['root, data of user nobody', host({ uid: 0, owner: 65534 }), { name: 'root as a lesser user', owns: 65534 }],
    [
      'root, data of a user',
      host({ uid: 0, owner: 1000 }),
      { owns: 1000, words: expect.arrayContaining(['--reuid=1000', '--regid=1000']) },
    ],
    ['root, data of root', host({ uid: 0, owner: 0 }), { name: 'root under another name', owns: 0 }],
  ])('%s', (_, seen, way) => expect(chooseRunAs(seen)).toMatchObject(way));

  test.each<[string, Host, RegExp]>([
    ['data of another user', host({ owner: 65534 }), /belongs to user 65534, and this is user 1000/],
    ['root on macOS', host({ uid: 0, platform: 'darwin' }), /Start the shop as an ordinary user/],
    ['root, no option left', host({ uid: 0 }, { stepDown: false, namespace: false }), /user 65534 cannot reach \/app\/postgres and \/data/],
    ['root, data of root, namespaces forbidden', host({ uid: 0, owner: 0 }, { namespace: false }), /forbids the namespace/],
  ])('refused: %s', (_, seen, message) => expect(() => chooseRunAs(seen)).toThrow(message));
});
