// npm run migration:hashes: adds the hashes of new migrations and of changed functions to migrations/hashes.json. A hash of a migration or a
// signature that is listed there is never replaced: tests/migrations.test.ts refuses what differs.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrations } from '../src/infra/database/migrate.ts';
import { readFunctionFiles, readHashes, signaturesIn } from '../src/infra/database/sql-functions.ts';

const folder = join(import.meta.dirname, '../migrations');
const hashes = await readHashes();
const migrations = (await readMigrations(folder)).map(({ name, hash }) => [name, hashes.migrations[name] ?? hash] as const);
const files = await readFunctionFiles();
const functions = files.map(({ name, hash }) => {
  const versions = hashes.functions[name] ?? [];
  return [name, versions.at(-1) === hash ? versions : [...versions, hash]] as const;
});
const signatures = { ...Object.fromEntries(files.flatMap(({ sql }) => signaturesIn(sql))), ...hashes.signatures };
const all = { migrations: Object.fromEntries(migrations), functions: Object.fromEntries(functions), signatures };
await writeFile(join(folder, 'hashes.json'), `${JSON.stringify(all, null, 2)}\n`);
