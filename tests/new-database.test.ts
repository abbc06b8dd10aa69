// The process that prepares a new database at a first start.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importCatalogue } from '#modules/catalogue/actions.ts';
import { importKind } from '#modules/content/versions.ts';
import { mailKind } from '#modules/mail/live.ts';
import { readConfig } from '#platform/config/config.ts';
import { closeDb, openDb } from '#platform/database/database.ts';
import { isMigrated } from '#platform/database/migrate.ts';
import { makeLog } from '#platform/logging/log.ts';
import { defaultShop } from '#platform/paths.ts';
import { prepareNewDatabase } from '../src/server/prepare-database.ts';
import { dataFolder, freePorts } from './support/process.ts';
import { copyDatabase } from './support/shop.ts';

const silent = makeLog({ level: 'silent', readable: false });

/** A shop of its own, for `change` to break. */
function newShop(change: (folder: string) => void = () => undefined) {
  const data = dataFolder();
  const folder = join(data.path, 'shop');
  cpSync(defaultShop, folder, { recursive: true });
  change(folder);
  const { config } = readConfig({ NODE_ENV: 'test', DATA_DIR: data.path, SHOP_DIR: folder });
  return { config, folder, [Symbol.dispose]: data.drop };
}

test('a new database that was prepared: it is migrated, and the owner’s files are imported', async () => {
  using shop = newShop();
  const { connection, drop } = await copyDatabase('template0');
  await prepareNewDatabase(connection, silent, shop.config);
  const db = openDb(connection, { poolSize: 1, log: silent });
  expect(await isMigrated(db.pool)).toBe(true);
  expect(await importCatalogue(db, join(shop.folder, 'catalogue')), 'the catalogue').toBeUndefined();
  expect(await importKind(db, shop.folder, mailKind), 'mails').toEqual([]);
  await closeDb(db);
  await drop();
});

test('a new database and a mail with an error: the start ends with the line of the file', async () => {
  using shop = newShop((folder) => {
    const file = join(folder, 'mails/accept-soon.en.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^---\n/, ''));
  });
  const { connection, drop } = await copyDatabase('template0');
  await expect(prepareNewDatabase(connection, silent, shop.config)).rejects.toMatchObject({
    name: 'StartError',
    lines: [expect.stringMatching(/accept-soon\.en\.md:1: must begin with/)],
  });
  await drop();
});

test('a new database that is lost: the start ends with one sentence', async () => {
  using shop = newShop();
  const [port = 0] = await freePorts(1);
  await expect(prepareNewDatabase({ host: '127.0.0.1', port }, silent, shop.config)).rejects.toMatchObject({
    name: 'StartError',
    lines: ['The connection to the database was lost while the shop was starting. Start it again.'],
  });
});
