// Applies changed SQL functions (src/**/functions.sql) at start-up with `create or replace`.
// migrations/hashes.json lists all versions of each file, oldest first, so that an older release does not
// overwrite newer functions.
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type pg from 'pg';
import { codeFile, codeRoot } from '../paths.ts';

const hashesFile = codeFile('migrations/hashes.json');

export type FunctionFile = { readonly name: string; readonly sql: string; readonly hash: string };
/** Hashes of migrations and of all versions of each function file, and the functions' signatures. */
export type Hashes = {
  readonly migrations: Readonly<Record<string, string>>;
  readonly functions: Readonly<Record<string, readonly string[]>>;
  readonly signatures: Readonly<Record<string, string>>;
};

export const readHashes = async (): Promise<Hashes> => JSON.parse(await readFile(hashesFile, 'utf8'));

/** Keyed by folder. */
export async function readFunctionFiles(): Promise<FunctionFile[]> {
  const files: FunctionFile[] = [];
  for await (const path of glob('src/*/*/functions.sql', { cwd: codeRoot })) {
    const sql = await readFile(codeFile(path), 'utf8');
    files.push({ name: basename(dirname(path)), sql, hash: createHash('sha256').update(sql).digest('hex') });
  }
  return files.sort((a, b) => a.name.localeCompare(b.name));
}

/** Name and signature of each function in a file. */
export const listSignatures = (sql: string): (readonly [name: string, signature: string])[] =>
  [...sql.matchAll(/^create or replace function (\w+)(\([^$]*?)\s+language /gm)].map(([, name = '', rest = '']) => [
    name,
    rest.replaceAll(/\s+/g, ' '),
  ]);

/** In one transaction: running processes see either the old functions or the new ones. */
export async function applyFunctions(client: pg.ClientBase): Promise<void> {
  const [files, { functions: versions }] = await Promise.all([readFunctionFiles(), readHashes()]);
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from sql_function_file');
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  const changed = files.filter((file) => mustApply(file, applied.get(file.name), versions[file.name] ?? []));
  if (changed.length === 0) return;
  await client.query('begin');
  try {
    // Bodies may use functions of files that come later.
    await client.query('set local check_function_bodies = off');
    for (const { name, sql, hash } of changed) {
      await client.query(sql);
      await client.query(
        'insert into sql_function_file (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash, applied_at = now()',
        [name, hash],
      );
    }
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw cause;
  }
}

/**
 * `versions`: all that this release knows. A file with an unknown version is being edited; a database with an
 * unknown version is ahead of this release.
 */
export function mustApply({ hash }: Pick<FunctionFile, 'hash'>, applied: string | undefined, versions: readonly string[]): boolean {
  if (applied === hash) return false;
  return applied === undefined || versions.includes(applied) || !versions.includes(hash);
}
