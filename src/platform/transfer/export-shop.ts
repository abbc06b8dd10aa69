// Writes a whole shop into one archive in open formats: tar and gzip, one JSON object per line and row, a
// manifest with SHA-256 sums. All rows are of one moment.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { pack } from 'tar-stream';
import type { Vault } from '../backup/vault.ts';
import { listTables, readSequences, readVersion, type ShopTable, type TransferManifest } from './tables.ts';

const ROWS_AT_ONCE = 2_000;
/** Rows are cut into entries of about this size, because an entry's size comes before its content. */
const ENTRY_BYTES = 8 * 1024 * 1024;

export type ExportSource = { readonly client: pg.Client; readonly files: Vault; readonly secrets: Buffer | undefined };
export type Exported = { readonly rows: number; readonly files: number };

export async function exportShop({ client, files, secrets }: ExportSource, path: string): Promise<Exported> {
  const sums: Record<string, string> = {};
  const rows: Record<string, number> = {};
  let fileCount = 0;
  const archive = pack();
  const add = async (name: string, content: Buffer) => {
    sums[name] = createHash('sha256').update(content).digest('hex');
    await pipeline([content], archive.entry({ name, size: content.length, mode: 0o600 }));
  };
  async function fill() {
    await client.query("begin isolation level repeatable read read only; set local statement_timeout = 0; set local timezone = 'UTC'");
    await add('version.json', toJson(await readVersion(client)));
    for (const table of await listTables(client)) {
      let part = 0;
      rows[table.name] = 0;
      for await (const { lines, count } of readRows(client, table)) {
        rows[table.name] = (rows[table.name] ?? 0) + count;
        await add(`tables/${table.name}.${String(++part).padStart(5, '0')}.ndjson`, lines);
      }
    }
    const sequences = await readSequences(client);
    await client.query('commit');
    if (secrets) await add('secrets.json', secrets);
    // A file is stored before its row, so every row has its file.
    for (const id of await files.list()) {
      const content = await files.get(id);
      if (!content) continue;
      fileCount++;
      await add(`files/${id}`, content);
    }
    const manifest: TransferManifest = { format: 1, exportedAt: new Date().toISOString(), rows, sequences, entries: { ...sums } };
    await add('manifest.json', toJson(manifest));
  }
  // An error of one side ends the other.
  fill().then(
    () => archive.finalize(),
    (cause: Error) => archive.destroy(cause),
  );
  await pipeline(archive, createGzip({ level: 1 }), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  return { rows: Object.values(rows).reduce((sum, count) => sum + count, 0), files: fileCount };
}

const toJson = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function* readRows(client: pg.Client, { name, columns }: ShopTable): AsyncGenerator<{ lines: Buffer; count: number }> {
  await client.query(
    `declare each no scroll cursor for select row_to_json(line)::text as line from (select ${columns.join(', ')} from ${name}) as line`,
  );
  let lines: string[] = [];
  let chars = 0;
  const take = () => {
    const batch = { lines: Buffer.from(`${lines.join('\n')}\n`), count: lines.length };
    lines = [];
    chars = 0;
    return batch;
  };
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from each`);
    for (const { line } of rows) {
      lines.push(line);
      chars += line.length;
      if (chars >= ENTRY_BYTES) yield take();
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  if (lines.length > 0) yield take();
  await client.query('close each');
}
