// npm run migration:hashes: adds hashes of new migrations and changed functions to migrations/hashes.json. Never replaces a listed hash or signature;
// tests/migrations.test.ts checks them.
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
