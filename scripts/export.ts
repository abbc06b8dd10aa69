// npm run fanfare -- export --to shop.tar.gz: writes the whole running shop into one archive in open formats.
// The archive is not encrypted and contains personal data and the shop's secrets.
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openFilesVault } from '#platform/backup/vault.ts';
import { exportShop } from '#platform/transfer/export-shop.ts';
import { findRunningShop } from './running-shop.ts';

const { values } = parseArgs({ options: { to: { type: 'string' } } });
if (values.to === undefined) {
  console.error('npm run fanfare -- export --to shop.tar.gz');
  process.exit(1);
}
const path = resolve(values.to);
const { config, connection } = findRunningShop();
const client = new pg.Client(connection);
try {
  await client.connect();
  const secrets = config.secretKeys.length > 0 ? undefined : await readFile(join(config.dataDir, 'secrets.json')).catch(() => undefined);
  const { rows, files } = await exportShop({ client, files: openFilesVault(config), secrets }, path);
  console.log(`${path}: ${rows} rows, ${files} files${secrets ? ', and the secrets' : '; SECRET_KEYS is not part of it'}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // Never a file of somebody else: it is created only if it did not exist.
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true });
  process.exitCode = 1;
} finally {
  await client.end();
}
