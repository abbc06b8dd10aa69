// Loads an exported shop into an empty database of the same version, in one transaction: either all of it is
// there afterwards, or nothing.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { extract } from 'tar-stream';
import type { Vault } from '../backup/vault.ts';
import { StartError } from '../config/config.ts';
import { listReferences, listTables, readVersion, type ShopTable, type TransferManifest } from './tables.ts';

export type ImportTarget = {
  readonly client: pg.Client;
  readonly files: Vault;
  saveSecrets(content: Buffer): Promise<void>;
};
export type Imported = { readonly rows: number; readonly files: number };

export async function importShop({ client, files, saveSecrets }: ImportTarget, path: string): Promise<Imported> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
  const sums: Record<string, string> = {};
  let [fileCount, manifest, secrets] = [0, undefined as TransferManifest | undefined, undefined as Buffer | undefined];
  await client.query("begin; set local statement_timeout = 0; set local lock_timeout = 0; set local timezone = 'UTC'");
  try {
    const restoreRules = await liftRules(client, [...tables.keys()]);
    for await (const { name, content } of readArchive(path)) {
      if (name === 'manifest.json') {
        manifest = JSON.parse(content.toString('utf8')) as TransferManifest;
        continue;
      }
      sums[name] = createHash('sha256').update(content).digest('hex');
      const [, table] = /^tables\/(.+)\.\d{5}\.ndjson$/.exec(name) ?? [];
      if (name === 'version.json') await expectVersion(client, content);
      else if (name === 'secrets.json') secrets = content;
      else if (table !== undefined) await insertLines(client, tables.get(table), content);
      else {
        // Names of files are ids. What a failed import leaves is overwritten by the next.
        const [, id] = /^files\/([\w-]{1,64})$/.exec(name) ?? [];
        if (id === undefined) throw new StartError([`The archive has an unknown entry: ${name}.`]);
        await files.put(id, content);
        fileCount++;
      }
    }
    if (!manifest || !isSame(manifest.entries, sums))
      throw new StartError(['The archive is damaged: its contents are not what its manifest says.']);
    for (const { name, last } of manifest.sequences) await client.query('select setval($1, $2)', [name, last]);
    await restoreRules();
    if (secrets) await saveSecrets(secrets);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw cause;
  }
  await client.query('analyze');
  return { rows: Object.values(manifest.rows).reduce((sum, count) => sum + count, 0), files: fileCount };
}

async function* readArchive(path: string): AsyncGenerator<{ readonly name: string; readonly content: Buffer }> {
  const archive = extract();
  // An error arrives in the loop.
  pipeline(createReadStream(path), createGunzip(), archive, () => undefined);
  try {
    for await (const entry of archive) yield { name: entry.header.name, content: await buffer(entry) };
  } catch (cause) {
    throw new StartError([`The archive is damaged: ${(cause as Error).message}.`], { cause });
  }
}

const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Before anything is created: customers or services of another shop are a CSV file, which the desk imports.
 */
export async function expectArchive(path: string): Promise<void> {
  const file = await open(path).catch(() => undefined);
  if (!file) throw new StartError([`There is no file ${path}.`]);
  const start = Buffer.alloc(GZIP.length);
  try {
    await file.read(start, 0, GZIP.length, 0);
  } finally {
    await file.close();
  }
  if (start.equals(GZIP)) return;
  throw new StartError([
    `${path} is not an archive of npm run fanfare -- export. Import customers and services from a CSV file at the desk: Customers, Import; Catalog, Import.`,
  ]);
}

async function expectVersion(client: pg.Client, content: Buffer): Promise<void> {
  if (isSame(JSON.parse(content.toString('utf8')), await readVersion(client))) return;
  throw new StartError(['The archive was exported by another version of Fanfare. Export and import with the same version.']);
}

const isSame = (one: object, other: object): boolean => {
  const sortEntries = (each: object) => JSON.stringify(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sortEntries(one) === sortEntries(other);
};

/**
 * Triggers would act on each row once more, and foreign keys ask for an order. The keys are checked when they
 * are added again.
 */
async function liftRules(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const references = await listReferences(client);
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  // What the first start has imported, such as the catalogue. Some triggers refuse this too.
  await client.query(`truncate ${tables.join(', ')}`);
  return async () => {
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    for (const { table, name, definition } of references) await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

async function insertLines(client: pg.Client, table: ShopTable | undefined, lines: Buffer): Promise<void> {
  if (!table) throw new StartError(['The archive has a table that this version does not have.']);
  const columns = table.columns.join(', ');
  const rows = `[${lines.toString('utf8').trimEnd().replaceAll('\n', ',')}]`;
  await client.query(
    `insert into ${table.name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${table.name}, $1::json)`,
    [rows],
  );
}
