// Writes the values in force into the files of a folder. A file that says the same already stays, with its
// comments.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PNG_PREFIX } from '#lib/look/look.ts';
import { defaultedPolicy } from '#lib/rendering.ts';
import type { DbClient } from '#platform/database/database.ts';
import { listNewestContent } from './queries.ts';
import { type TextFolder, textFolders } from './shapes.ts';
import { defaultPolicyFolder } from './source/policies.ts';
import { getFilePath } from './sources.ts';
import { toText, toValue } from './values.ts';
import { isEqual } from './versions.ts';

/** Paths of the files that were written and removed, relative to the folder. */
export type ExportedFiles = { readonly written: readonly string[]; readonly removed: readonly string[] };

export async function exportTexts(of: DbClient, shopFolder: string): Promise<ExportedFiles> {
  const [written, removed]: [string[], string[]] = [[], []];
  for (const folder of textFolders)
    for (const { file, value } of await listNewestContent(of, folder)) {
      const path = getFilePath(folder, file);
      const found = await readText(join(shopFolder, path));
      const isAsFound = found === undefined ? value === null || (await isDefault(folder, file, value)) : isSameValue(file, found, value);
      if (isAsFound) continue;
      if (value === null) await rm(join(shopFolder, path));
      else await writeText(join(shopFolder, path), toText(file, value));
      (value === null ? removed : written).push(path);
    }
  return { written, removed };
}

const isSameValue = (file: string, text: string, value: object | null): boolean => value !== null && isEqual(toValue(file, text), value);

/** A policy that a shop need not have, as the release has it. */
async function isDefault(folder: TextFolder, file: string, value: object | null): Promise<boolean> {
  if (folder !== 'policies' || !file.startsWith(`${defaultedPolicy}.`)) return false;
  const text = await readText(join(defaultPolicyFolder, file));
  return text !== undefined && isSameValue(file, text, value);
}

async function readText(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  if (!bytes) return undefined;
  return path.endsWith('.png') ? PNG_PREFIX + bytes.toString('base64') : bytes.toString('utf8');
}

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, path.endsWith('.png') ? Buffer.from(text.slice(PNG_PREFIX.length), 'base64') : text);
}
