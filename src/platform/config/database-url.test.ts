import { describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

const at = (...hosts: readonly (readonly [host: string, port: number])[]) => hosts.map(([host, port]) => ({ host, port }));

describe('database address', () => {
  test.for([
    ['postgres://u:p@db/fanfare', at(['db', 5432]), undefined],
    ['postgres://u:p@db:5433/fanfare?target_session_attrs=any', at(['db', 5433]), undefined],
    ['postgresql://u:p@h1,h2:5433/fanfare?target_session_attrs=read-write', at(['h1', 5432], ['h2', 5433]), 'read-write'],
    ['postgres://u:p@h1:6000,h2:6001,[::1]:6002/fanfare', at(['h1', 6000], ['h2', 6001], ['::1', 6002]), 'read-write'],
    ['postgres://u@/fanfare?host=a,b&port=6000', at(['a', 6000], ['b', 6000]), 'read-write'],
    ['postgres:///fanfare?host=a,b&port=6000,6001&target_session_attrs=prefer-standby', at(['a', 6000], ['b', 6001]), 'prefer-standby'],
    ['postgres://u@%2Frun%2Fa,%2Frun%2Fb/fanfare', at(['/run/a', 5432], ['/run/b', 5432]), 'read-write'],
    ['postgres://db/fanfare?target_session_attrs=primary', at(['db', 5432]), 'primary'],
  ] as const)('%s: its hosts and what is wanted', ([text, hosts, target]) => {
    expect(parseDatabaseUrl(text)).toMatchObject({ hosts, target });
  });

  test('several hosts: pg gets the first one, with the other options', () => {
    expect(parseDatabaseUrl('postgres://u:p%40@h1:6000,h2/fanfare?sslmode=verify-full&target_session_attrs=read-write')?.url).toBe(
      'postgres://u:p%40@h1:6000/fanfare?sslmode=verify-full',
    );
  });

  test.for([
    'mysql://u:p@h1,h2/fanfare',
    'h1,h2',
    'postgres://u:p@h1,h2:port/fanfare',
    'postgres://u:p@h1,,h2/fanfare',
    'postgres://u:p@h1,h2:70000/fanfare',
    'postgres://u:p@h1,h2/fanfare?target_session_attrs=writable',
  ])('%s: refused', (text) => {
    expect(parseDatabaseUrl(text)).toBeUndefined();
  });
});
