// Migrations are never edited and are safe for the version before them; functions keep their signatures.
// CONTRIBUTING.md says how to add one.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { applyMigrations, findHistoryError, migrateTables, readMigrations } from '#platform/database/migrate.ts';
import { applyFunctions, listSignatures, mustApply, readFunctionFiles, readHashes } from '#platform/database/sql-functions.ts';
import { findMigrationErrors, type MigrationFile, reviewed } from './support/migration-rules.ts';
import { copyDatabase } from './support/shop.ts';

const migrations = await readMigrations(new URL('../migrations', import.meta.url).pathname);
const hashes = await readHashes();
const functionFiles = await readFunctionFiles();

/** The files that made the first release. */
const released = 2;
async function withClient<T>(work: (client: pg.Client, connection: pg.ClientConfig) => Promise<T>, source?: string): Promise<T> {
  const { connection, drop } = await copyDatabase(source);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client, connection);
  } finally {
    await client.end();
    await drop();
  }
}

describe('files', () => {
  test('migrations: a committed file is never edited, and a new one is listed in hashes.json (npm run migration -- --hashes)', () => {
    expect(Object.fromEntries(migrations.map(({ name, hash }) => [name, hash]))).toEqual(hashes.migrations);
  });

  test('functions: the newest listed version of each file is the file, and no version returns (npm run migration -- --hashes)', () => {
    expect(functionFiles.map(({ name, hash }) => [name, hash])).toEqual(
      Object.entries(hashes.functions).map(([name, versions]) => [name, versions.at(-1)]),
    );
    for (const versions of Object.values(hashes.functions)) expect(new Set(versions).size).toBe(versions.length);
  });

  test('functions: a listed signature never changes, so that the version before can go on calling it', () => {
    expect(Object.fromEntries(functionFiles.flatMap(({ sql }) => listSignatures(sql)))).toEqual(hashes.signatures);
  });

  test('functions: a file has nothing but functions that can be replaced', () => {
    for (const { sql } of functionFiles) {
      const outside = sql.replaceAll(/--.*$/gm, '').replaceAll(/create or replace function[^$]*\$\$[\s\S]*?\$\$;/g, '');
      expect(outside.trim()).toBe('');
    }
  });

  test('functions: each insert names its columns and values, so that a new column with a default does not stop older processes', () => {
    for (const { name, sql } of functionFiles) {
      const inserts = sql.replaceAll(/--.*$/gm, '').match(/\binsert into[\s\S]*?(?:;|\bvalues\b|\bfrom\b)/g) ?? [];
      const unnamed = inserts.filter((insert) => !/^insert into \w+(?: as \w+)?\s+\((?!select)/.test(insert) || /\bselect \*/.test(insert));
      expect([name, unnamed]).toEqual([name, []]);
    }
  });

  test('migrations: each is safe for the version before it', () => {
    expect(findMigrationErrors(migrations, { released, reviewed })).toEqual([]);
  });
});

describe('rules', () => {
  const getErrors = (...statements: string[]) => findMigrationErrors([{ name: '0002_planted', statements }], { released: 0 });

  test.for([
    'ALTER TABLE "payment" RENAME COLUMN "amount" TO "total";',
    'alter table payment rename to charge',
    'alter index payment_poll rename to payment_next_poll',
    'DROP TABLE "payment";',
    'drop function place_deposit',
    'ALTER TABLE "payment" DROP COLUMN "outcome";',
    'alter table payment drop constraint payment_amount',
    'alter table payment alter column amount drop not null, drop column outcome',
    'ALTER TABLE "payment" ALTER COLUMN "amount" SET DATA TYPE bigint;',
    'alter table payment alter column amount type bigint',
    'ALTER TABLE "payment" ALTER COLUMN "outcome" SET NOT NULL;',
    'ALTER TABLE "payment" ADD COLUMN "source" text NOT NULL;',
    'alter table payment add source text not null',
    'alter table payment add column a integer default 1 not null, add column b integer not null',
    'alter table payment add column a numeric(9, 2) not null',
    'alter table payment add column token uuid default gen_random_uuid() not null',
    'alter table payment add column twice integer generated always as (amount * 2) stored',
    'alter table payment add column order_id uuid references shop_order (id)',
    'alter table payment add column source text unique',
    'ALTER TABLE "payment" ADD CONSTRAINT "payment_limit" CHECK ("payment"."amount" < 100);',
    'ALTER TABLE "payment" ADD CONSTRAINT "payment_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action;',
    'alter table payment add constraint payment_once unique (reference)',
    'CREATE INDEX "payment_reference" ON "payment" USING btree ("reference");',
    'create unique index payment_reference on payment (reference)',
    "update payment set provider = 'none'",
    'delete from payment',
    'with old as (select id from payment) delete from payment using old where payment.id = old.id',
    'truncate payment',
    'lock table payment in exclusive mode',
    'alter table rate_limit set logged',
    'create or replace function place_deposit(p jsonb) returns jsonb language plpgsql as $$ begin return null; end $$',
    'create index concurrently payment_reference on payment (reference)',
    'drop index concurrently if exists payment_poll',
    'drop index payment_poll',
  ])('refused: %s', (statement) => {
    expect(getErrors(statement)).not.toEqual([]);
  });

  test('refused: a constraint that is validated in the migration that adds it', () => {
    const [add, validate] = [
      'alter table payment add constraint few check (amount < 9) not valid',
      'alter table payment validate constraint few',
    ];
    expect([getErrors(add, validate).length, getErrors(add), getErrors(validate)]).toEqual([1, [], []]);
  });

  test('refused: an index that is built concurrently together with anything else', () => {
    const index = ['drop index concurrently if exists payment_ref', 'create index concurrently payment_ref on payment (reference)'];
    expect([getErrors(...index), getErrors(...index, 'alter table payment add column note text').length]).toEqual([[], 1]);
  });

  test.for([
    [
      [
        'CREATE TABLE "note" ("id" uuid PRIMARY KEY NOT NULL, "text" text NOT NULL);',
        'CREATE INDEX "note_text" ON "note" USING btree ("text");',
      ],
    ],
    [
      [
        'create table note (id uuid)',
        'ALTER TABLE "note" ADD CONSTRAINT "note_fk" FOREIGN KEY ("id") REFERENCES "public"."account"("id");',
      ],
    ],
    [['ALTER TABLE "payment" ADD COLUMN "note" text;', 'ALTER TABLE "payment" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;']],
    [['alter table payment add column a integer not null default 0, add column b numeric(9, 2)']],
    [["alter table payment alter column provider set default 'none'", 'alter table payment alter column provider drop default']],
    [['create function note_changed() returns trigger language plpgsql as $$ begin return null; end $$']],
  ])('allowed: %j', ([statements = []]) => {
    expect(getErrors(...statements)).toEqual([]);
  });

  test('a reviewed statement is allowed, in its file only', () => {
    const file: MigrationFile = { name: '0002_drop', statements: ['ALTER TABLE "payment" DROP COLUMN "outcome";'] };
    const reviewed = { '0002_drop: alter table payment drop column outcome;': 'unused since 0001' };
    expect([
      findMigrationErrors([file], { released: 0, reviewed }),
      findMigrationErrors([{ ...file, name: '0003' }], { released: 0, reviewed }).length,
    ]).toEqual([[], 1]);
  });
});

describe('history', () => {
  const [first, second] = migrations as [(typeof migrations)[0], (typeof migrations)[0]];

  test('a database that was created before the first release is refused with one sentence, and left as it is', async () => {
    await withClient(async (client, connection) => {
      await client.query(`update drizzle.__drizzle_migrations set hash = 'of another file' where id = 1`);
      await client.query('drop function place_deposit');
      await expect(migrateTables(connection)).rejects.toMatchObject({
        name: 'StartError',
        lines: [
          expect.stringMatching(/^The database was created by a version of Fanfare before the first release and cannot be upgraded\./),
        ],
      });
      expect((await client.query(`select 1 from pg_proc where proname = 'place_deposit'`)).rows).toEqual([]);
    });
  });

  test.for([
    ['nothing applied', [], undefined],
    ['the first only', [first], undefined],
    ['more than this code has', [first, second, { hash: 'newer' }], undefined],
    ['another first', [{ hash: 'x' }, second], /before the first release/],
    ['another second', [first, { hash: 'x' }], /another history/],
  ] as const)('%s: %#', ([, applied, error]) => {
    const found = findHistoryError([first, second], applied);
    if (error) expect(found).toMatch(error);
    else expect(found).toBeUndefined();
  });

  test('a migration that fails leaves nothing behind, and the ones before it stay', async () => {
    await withClient(async (client) => {
      const good = { name: 'good', createdAt: 9_000_000_000_000, hash: 'good', statements: ['create table good (id int)'] };
      const bad = {
        ...good,
        name: 'bad',
        hash: 'bad',
        createdAt: 9_000_000_000_001,
        statements: ['create table half (id int)', 'select 1 / 0'],
      };
      await expect(applyMigrations(client, [...migrations, good, bad])).rejects.toThrow('division by zero');
      const { rows } = await client.query(`select to_regclass('good') is not null as good, to_regclass('half') is not null as half`);
      expect(rows).toEqual([{ good: true, half: false }]);
    });
  });

  test('an index is built concurrently, and again after a start that was cut off', async () => {
    await withClient(async (client) => {
      const statements = ['drop index concurrently if exists payment_ref', 'create index concurrently payment_ref on payment (reference)'];
      const index = { name: 'index', createdAt: 9_000_000_000_000, hash: 'index', statements };
      await client.query('create index payment_ref on payment (state)');
      await applyMigrations(client, [...migrations, index]);
      const { rows } = await client.query(`select indexdef from pg_indexes where indexname = 'payment_ref'`);
      expect(rows[0].indexdef).toMatch(/\(reference\)$/);
    });
  });

  const note = { name: 'note', createdAt: 9_000_000_000_000, hash: 'note', statements: ['alter table payment add column note text'] };
  const appliedCount = async (client: pg.Client): Promise<number> =>
    (await client.query('select count(*)::int as count from drizzle.__drizzle_migrations')).rows[0].count;

  test('a table that is locked: the migration gives up after the lock timeout, and can be repeated', async () => {
    await withClient(async (client, connection) => {
      const holder = new pg.Client(connection);
      await holder.connect();
      await holder.query('begin; lock table payment in access share mode');
      await expect(applyMigrations(client, [...migrations, note], '50ms')).rejects.toThrow('lock timeout');
      expect(await appliedCount(client)).toBe(migrations.length);
      await holder.end();
      await applyMigrations(client, [...migrations, note], '10s');
      expect(await appliedCount(client)).toBe(migrations.length + 1);
    });
  });

  test('another migration that takes longer than the statement timeout of the database: waited for', async () => {
    await withClient(async (client, connection) => {
      await client.query(`do $$ begin execute format('alter database %I set statement_timeout = 100', current_database()); end $$`);
      await client.query('select pg_advisory_lock(4817002)');
      const migrated = migrateTables(connection).then(() => 'migrated');
      await client.query('select pg_sleep(0.4)');
      expect(await Promise.race([migrated, Promise.resolve('waiting')])).toBe('waiting');
      await client.query('select pg_advisory_unlock(4817002)');
      expect(await migrated).toBe('migrated');
    });
  });

  test('a database that a newer release has migrated: left as it is', async () => {
    await withClient(async (client, connection) => {
      await applyMigrations(client, [...migrations, note]);
      await migrateTables(connection);
      expect(await appliedCount(client)).toBe(migrations.length + 1);
    });
  });

  test('npm run migrate on an empty database, twice at once: both succeed, and each migration is applied once', async () => {
    await withClient(async (client, connection) => {
      const { user, password, host = '', port, database } = connection;
      const address = new URLSearchParams({ host, port: String(port), user: user ?? '', password: String(password ?? '') });
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: `postgres:///${database}?${address}` };
      const migrate = () => promisify(execFile)(process.execPath, ['--require', './check-node.cjs', 'scripts/migrate.ts'], { env });
      const answers = await Promise.all([migrate(), migrate()]);
      for (const { stdout } of answers) expect(stdout).toContain('The database is up to date.');
      expect(await appliedCount(client)).toBe(migrations.length);
    }, 'template0');
  });

  test('five processes that start together migrate once', async () => {
    await withClient(async (client, connection) => {
      await client.query('delete from sql_function_file');
      await Promise.all(Array.from({ length: 5 }, () => migrateTables(connection)));
      const { rows } = await client.query('select count(*)::int as applied from drizzle.__drizzle_migrations');
      expect(rows).toEqual([{ applied: migrations.length }]);
    });
  });
});

describe('functions', () => {
  test.for([
    ['never applied', undefined, 'b', ['a', 'b'], true],
    ['applied already', 'b', 'b', ['a', 'b'], false],
    ['an older version is applied', 'a', 'b', ['a', 'b'], true],
    ['a newer release was here', 'c', 'b', ['a', 'b'], false],
    ['it is being written', 'b', 'x', ['a', 'b'], true],
  ] as const)('%s', ([, applied, hash, versions, apply]) => {
    expect(mustApply({ hash }, applied, versions)).toBe(apply);
  });

  test('a function that was changed by hand is replaced when its file has a new version, and one of a newer release is not', async () => {
    await withClient(async (client) => {
      const body = async () => (await client.query(`select prosrc from pg_proc where proname = 'claim_files'`)).rows[0].prosrc;
      const before = await body();
      await client.query(
        `create or replace function claim_files(p_account uuid, p_files uuid[], p_purchase uuid, p_at timestamptz) returns void language sql as ''`,
      );
      await client.query(`update sql_function_file set hash = 'of a newer release' where name = 'files'`);
      await applyFunctions(client);
      expect(await body()).toBe('');
      await client.query(`delete from sql_function_file where name = 'files'`);
      await applyFunctions(client);
      expect(await body()).toBe(before);
    });
  });
});
