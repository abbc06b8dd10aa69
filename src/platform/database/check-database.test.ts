import { expect, test } from 'vitest';
import { judgeDatabase } from './check-database.ts';

const good = {
  version: '180004',
  fsync: 'on',
  pages: 'on',
  commit: 'on',
  encoding: 'UTF8',
  readonly: 'off',
  replicas: 0,
  synchronous: 0,
  hidden: 0,
  served: false,
};

test.each([
  [{}, true, []],
  [{ version: '150018' }, true, []],
  [{ version: '140022' }, false, [/15 or later.*is 14/]],
  [{ encoding: 'SQL_ASCII' }, false, [/UTF8.*SQL_ASCII/]],
  [{ readonly: 'on' }, false, [/^DATABASE_URL: this server is a replica or read-only, and the shop has to write\.$/]],
  [{ fsync: 'off' }, false, []],
  [{ fsync: 'off' }, true, [/fsync is off/]],
  [{ pages: 'off' }, false, []],
  [{ pages: 'off' }, true, [/full_page_writes is off/]],
  [{ commit: 'off' }, false, []],
  [{ commit: 'off' }, true, [/synchronous_commit is off/]],
  // Without replicas, nothing can take over that has less than this server.
  [{ commit: 'local' }, true, []],
  [{ commit: 'local', replicas: 1, synchronous: 1 }, true, [/synchronous_commit is local.*ALLOW=async-replicas/]],
  [{ replicas: 2 }, false, []],
  [{ replicas: 2 }, true, [/none of its replicas is synchronous.*synchronous_standby_names.*ALLOW=async-replicas/]],
  [{ replicas: 2, served: true }, true, []],
  [{ replicas: 2, synchronous: 1 }, true, []],
  [{ replicas: 1, hidden: 1 }, true, []],
  [{ version: '130000', fsync: 'off', commit: 'off' }, true, [/15 or later/, /fsync/, /synchronous_commit/]],
])('database settings %j, in production %s: unsafe settings are reported', (settings, production, errors) => {
  const judged = judgeDatabase('DATABASE_URL', { ...good, ...settings }, { production, allowAsyncReplicas: false });
  expect(judged.errors).toEqual(errors.map((error) => expect.stringMatching(error)));
});

test.each([
  [{ replicas: 2 }, true, [/none of its replicas is synchronous/]],
  [{ commit: 'local', replicas: 1 }, true, [/synchronous_commit is local/]],
  [{ replicas: 1, hidden: 1 }, false, [/grant pg_monitor/]],
  [{ replicas: 2, served: true }, false, [/none of its replicas is synchronous/]],
])('replicas %j, allowed %s: a warning', (settings, allowAsyncReplicas, warnings) => {
  const judged = judgeDatabase('DATABASE_URL', { ...good, ...settings }, { production: true, allowAsyncReplicas });
  expect(judged).toEqual({ errors: [], warnings: warnings.map((warning) => expect.stringMatching(warning)) });
});
