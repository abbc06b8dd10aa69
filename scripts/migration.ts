// npm run migration -- --name what-it-does: writes a migration from the tables, to be reviewed; `--custom`
// writes an empty one, for what Drizzle does not support.
// `--hashes` records new migrations and changed functions. It never replaces a listed hash or signature;
// tests/migrations.test.ts checks them.
import { spawnSync } from 'node:child_process';
import { globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '#platform/database/migrate.ts';
import { listSignatures, readFunctionFiles, readHashes } from '#platform/database/sql-functions.ts';
import { root } from '#platform/paths.ts';
import { getToolFile } from './tools/fetch-tool.ts';

const folder = join(root, 'migrations');
if (process.argv.includes('--hashes')) await recordHashes();
else generate(process.argv.slice(2));

function generate(args: readonly string[]): void {
  const { status } = spawnSync(
    process.execPath,
    [getToolFile('drizzle-kit', 'drizzle-kit/bin.cjs'), 'generate', '--config=migrations/drizzle.config.ts', ...args],
    {
      stdio: 'inherit',
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  // The next migration is compared with the newest one alone.
  for (const path of globSync(join(folder, 'meta/*_snapshot.json')).sort().slice(0, -1)) rmSync(path);
}

async function recordHashes(): Promise<void> {
  const hashes = await readHashes();
  const migrations = (await readMigrations(folder)).map(({ name, hash }) => [name, hashes.migrations[name] ?? hash] as const);
  const files = await readFunctionFiles();
  const functions = files.map(({ name, hash }) => {
    const versions = hashes.functions[name] ?? [];
    return [name, versions.at(-1) === hash ? versions : [...versions, hash]] as const;
  });
  const signatures = { ...Object.fromEntries(files.flatMap(({ sql }) => listSignatures(sql))), ...hashes.signatures };
  const all = { migrations: Object.fromEntries(migrations), functions: Object.fromEntries(functions), signatures };
  writeFileSync(join(folder, 'hashes.json'), `${JSON.stringify(all, null, 2)}\n`);
}
