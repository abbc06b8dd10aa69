// A shop of the release before comes over: its texts become values, and its processes go on beside.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { toText, toValue } from '#modules/content/values.ts';
import { readConfig } from '#platform/config/config.ts';
import { closeDb, openDb } from '#platform/database/database.ts';
import { applyMigrations, readMigrations } from '#platform/database/migrate.ts';
import { makeLog } from '#platform/logging/log.ts';
import { root } from '#platform/paths.ts';
import { prepareDatabase, prepareNewDatabase } from '../src/server/prepare-database.ts';
import { operating } from './support/desk.ts';
import { dataFolder } from './support/process.ts';
import { spoilMail } from './support/rows/support.ts';
import { copyDatabase, describe, expect, test } from './support/shop.ts';

const silent = makeLog({ level: 'silent', readable: false });
/** The last release before values, with three shops. */
const RELEASE = 'db2fb3d1';

type Row = { readonly kind: string; readonly name: string; readonly version: number; readonly value: object | null };
type Text = { readonly folder: string; readonly file: string; readonly number: number; readonly text: string | null };

/** A database as the release before leaves it: without the migrations of later releases, with its texts. */
async function openOldDatabase() {
  const today = await copyDatabase();
  const texts = await query(today.connection, 'select * from owner_text');
  await today.drop();
  const { connection, drop } = await copyDatabase('template0');
  const client = new pg.Client(connection);
  await client.connect();
  const migrations = await readMigrations(join(root, 'migrations'));
  await applyMigrations(
    client,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '0035_content-values'),
    ),
  );
  await client.query('insert into owner_text select * from json_populate_recordset(null::owner_text, $1)', [JSON.stringify(texts)]);
  const sql = async <R>(text: string) => (await client.query(text)).rows as R[];
  return {
    connection,
    sql,
    [Symbol.asyncDispose]: async () => {
      await client.end();
      await drop();
    },
  };
}

async function query(connection: pg.ClientConfig, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

describe('upgrade', () => {
  test('every version becomes a value, also one that was replaced and one that is no YAML', async () => {
    await using old = await openOldDatabase();
    await old.sql(
      `insert into owner_text (folder, file, number, text, origin, by_id, why, seen_hash)
       values ('settings', 'tax.yaml', 2, 'vat: [broken', 'desk', gen_random_uuid(), 'a try', '')`,
    );
    await old.sql(
      `insert into owner_text (folder, file, number, text, origin, seen_hash)
       select folder, file, 3, text, 'file', '' from owner_text where file = 'tax.yaml' and number = 1`,
    );
    await prepareDatabase(old.connection, silent);
    const texts = await old.sql<Text>('select folder, file, number, text from owner_text order by 1, 2, 3');
    const rows = await old.sql<Row>('select kind, name, version, value from content order by 1, 2, 3');
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.map(({ kind, name, version }) => [kind, name, version])).toEqual(
      texts.map(({ folder, file, number }) => [folder, file, number]),
    );
    expect(rows.map(({ value }) => value)).toEqual(texts.map(({ file, text }) => (text === null ? null : toValue(file, text))));
    const broken = rows.find(({ name, version }) => name === 'tax.yaml' && version === 2);
    expect(toText('tax.yaml', { ...broken?.value })).toBe('vat: [broken');
    // A second start takes nothing over again.
    await prepareDatabase(old.connection, silent);
    expect(await old.sql('select from content')).toHaveLength(rows.length);
  });

  test.each([
    ['settings', 'tax.yaml', 'vat: none\nvatt: 21\n', /^shop\/tax\.yaml:2: vatt: is not known here$/],
    ['brand', 'brand.yaml', 'name: [unclosed\n', /^shop\/brand\.yaml:\d: /],
    ['content', 'faq.yaml', 'groups: []\nquestions: []\n', /^shop\/faq\.yaml:1: groups: must be at least 1$/],
    ['catalogue', 'quick-reads.yaml', 'key: quickReads\n', /^shop\/catalogue\/quick-reads\.yaml:1: slug: /],
    ['policies', 'terms.en.md', 'No head.\n', /^shop\/policies\/terms\.en\.md:1: must begin with/],
  ])(
    '%s/%s that does not parse: the start ends with its place and the remedy, before anything is written',
    async (folder, file, text, said) => {
      await using old = await openOldDatabase();
      await old.sql(
        `insert into owner_text (folder, file, number, text, origin, seen_hash) values ('${folder}', '${file}', 99, '${text}', 'file', '')`,
      );
      await expect(prepareDatabase(old.connection, silent)).rejects.toMatchObject({
        name: 'StartError',
        lines: expect.arrayContaining([
          expect.stringMatching(said),
          expect.stringMatching(/^Nothing was changed\. Start the release before, correct these texts/),
        ]),
      });
      expect(await old.sql("select to_regclass('content') as found")).toEqual([{ found: null }]);
    },
  );
});

describe('beside a process of the release before', () => {
  test('what it writes is in force here, as the version that it wrote', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const before = (await owner.call('GET /api/mail', { name: 'footer' })).body;
    await spoilMail(shop, 'footer', 'Written by the release before.\n');
    const read = async () => (await owner.call('GET /api/mail', { name: 'footer' })).body;
    await expect.poll(async () => (await read()).number).toBe(before.number + 1);
    expect((await read()).text.en.markdown).toBe('Written by the release before.');
  });

  test('what this release writes is there as text, with the number of its version and the hash of its file', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { number, text: brand } = (await owner.call('GET /api/brand')).body;
    const saved = await owner.call('POST /api/brand/save', { text: { ...brand, name: 'Paper & Pine' }, from: number, why: 'our name' });
    expect(saved.body).toMatchObject({ saved: true, version: { number: number + 1 } });
    const rows = await shop.sql<Text & { seen_hash: string }>(
      `select number, text, seen_hash from owner_text where (folder, file) = ('brand', 'brand.yaml') order by number desc limit 2`,
    );
    expect(rows.map((row) => row.number)).toEqual([number + 1, number]);
    expect(toValue('brand.yaml', rows[0]?.text ?? '')).toMatchObject({ name: 'Paper & Pine', supportEmail: brand.supportEmail });
    expect(rows[0]?.seen_hash).toBe(rows[1]?.seen_hash);
  });
});

/** The shops of the release before, as its repository has them; undefined without the history. */
function extractShops(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  try {
    const archive = execFileSync('git', ['archive', RELEASE, 'shop', 'shop-samples'], { cwd: root, maxBuffer: 2 ** 26, stdio: 'pipe' });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    return true;
  } catch {
    return false;
  }
}

test.for(['shop', 'shop-samples/bureau', 'shop-samples/studio'])(
  '%s of the release before: a first start takes it over unchanged',
  async (name, { skip }) => {
    const data = dataFolder();
    skip(!extractShops(data.path), 'the history of the repository is not here');
    const folder = join(data.path, name);
    const { config } = readConfig({ NODE_ENV: 'test', DATA_DIR: data.path, SHOP_DIR: folder });
    const { connection, drop } = await copyDatabase('template0');
    await prepareNewDatabase(connection, silent, config);
    const db = openDb(connection, { poolSize: 1, log: silent });
    const { rows } = await db.pool.query<Row>(`select kind, name, version, value from content where value is not null`);
    const places = { catalogue: 'catalogue', policies: 'policies', mails: 'mails', brand: '', content: '', settings: '' } as const;
    for (const { kind, name: file, version, value } of rows) {
      if (file.startsWith('accessibility.') || /\.(svg|png)$/.test(file)) continue;
      const path = join(folder, places[kind as keyof typeof places], file);
      expect([kind, file, version, value]).toEqual([kind, file, 1, toValue(file, readFileSync(path, 'utf8'))]);
    }
    expect(rows.length).toBeGreaterThan(25);
    await closeDb(db);
    await drop();
    data.drop();
  },
);
