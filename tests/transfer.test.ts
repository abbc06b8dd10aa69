// Export and import of a whole shop, by the commands: between two databases of the same version, without a
// difference.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll } from 'vitest';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { buyer, pay, placed, statuses } from './support/money.ts';
import { dataFolder } from './support/process.ts';
import { sqlOn } from './support/rows/database.ts';
import { letRun } from './support/rows/jobs.ts';
import { storedContents } from './support/rows/work.ts';
import { test as base, copyDatabase, describe, expect, type OwnDatabase, type Shop } from './support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const folder = dataFolder();
const databases: OwnDatabase[] = [];
afterAll(async () => {
  for (const { drop } of databases) await drop();
  folder.drop();
});

const at = (name: string): string => join(folder.path, name);
const archive = at('shop.tar.gz');
type Place = { readonly connection: object; readonly dataDir: string };
const toPlace = (shop: Shop): Place => ({ connection: shop.connection, dataDir: shop.ctx.config.dataDir });

async function emptyPlace(): Promise<Place> {
  const database = await copyDatabase();
  databases.push(database);
  return { connection: database.connection, dataDir: at(`data-${databases.length}`) };
}

async function readContents({ connection }: Place) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await storedContents(sqlOn(client));
  } finally {
    await client.end();
  }
}

const command = (name: string, args: readonly string[], { connection, dataDir }: Place): Promise<{ code: number; said: string }> =>
  new Promise((done) => {
    const url = formatConnectionUrl(connection as Parameters<typeof formatConnectionUrl>[0]);
    const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'error' };
    execFile(process.execPath, ['--require', './check-node.cjs', `scripts/${name}.ts`, ...args], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, said: out + err }),
    );
  });

/** The sums of all entries; the manifest is the last one and has the time. */
function readManifest(path: string): { entries: Record<string, string>; rows: Record<string, number>; sequences: object[] } {
  const text = gunzipSync(readFileSync(path)).toString('latin1');
  const start = text.indexOf('{', text.lastIndexOf('manifest.json'));
  return JSON.parse(text.slice(start, text.indexOf('\0', start)));
}

// One story: the export of the first test is what the others change.
describe('shop with customers, payments, invoices and files', { shuffle: false }, () => {
  test('export and import: a second export has the same rows, numbers and files, and documents are compressed in both', async ({
    shop,
  }) => {
    const ada = await buyer(shop);
    const { paymentLink } = await placed(shop, ada);
    await pay(paymentLink);
    await expect.poll(() => statuses(shop, ada)).toEqual([2]);
    await letRun(shop, 'invoicing.issue');
    writeFileSync(join(shop.ctx.config.dataDir, 'files/kept/0197c5a0-0000-7000-8000-000000000000'), 'the text of a brief');
    expect(await command('export', ['--to', archive], toPlace(shop))).toEqual({ code: 0, said: expect.stringMatching(/ rows, 1 files/) });
    const target = await emptyPlace();
    const imported = await command('import', ['--from', archive], target);
    expect(imported).toEqual({ code: 0, said: expect.stringMatching(/Imported \d+ rows and 1 files\.\nThe audit found nothing\./) });
    expect(await command('export', ['--to', at('again.tar.gz')], target)).toMatchObject({ code: 0 });
    const [first, second] = [readManifest(archive), readManifest(at('again.tar.gz'))];
    expect(first.rows).toMatchObject({ account: expect.any(Number), ledger_transfer: 1, billing_document: 1, 'sandbox.bank_charge': 1 });
    expect(second).toEqual({ ...first, exportedAt: expect.anything() });
    expect(gunzipSync(readFileSync(archive)).includes('"padding":')).toBe(false);
    for (const contents of [await storedContents(shop), await readContents(target)]) {
      expect(contents).toEqual([{ compression: 'pglz', part: expect.any(Number) }]);
      expect(contents[0]?.part).toBeLessThan(0.75);
    }
    expect(await command('import', ['--from', archive], target)).toEqual({
      code: 1,
      said: expect.stringContaining('has customers or operators'),
    });
  });

  test.for([
    ['another version', /("migrations": ")./, 'was exported by another version of Fanfare'],
    ['a changed row', /(the text of a b)./, 'is damaged'],
  ] as const)('%s: refused, and the database stays empty', async ([, pattern, said]) => {
    const bytes = gunzipSync(readFileSync(archive)).toString('latin1').replace(pattern, '$1_');
    mkdirSync(at('changed'), { recursive: true });
    writeFileSync(at('changed/shop.tar.gz'), gzipSync(Buffer.from(bytes, 'latin1')));
    const target = await emptyPlace();
    expect(await command('import', ['--from', at('changed/shop.tar.gz')], target)).toEqual({
      code: 1,
      said: expect.stringContaining(said),
    });
    rmSync(at('changed'), { recursive: true });
  });

  test('an archive that ends too early: refused, and the database stays empty', async () => {
    mkdirSync(at('changed'), { recursive: true });
    const bytes = gunzipSync(readFileSync(archive));
    writeFileSync(at('changed/shop.tar.gz'), gzipSync(bytes.subarray(0, bytes.length / 2 + 100)));
    expect(await command('import', ['--from', at('changed/shop.tar.gz')], await emptyPlace())).toEqual({
      code: 1,
      said: expect.stringContaining('The archive is damaged'),
    });
    rmSync(at('changed'), { recursive: true });
  });
});
