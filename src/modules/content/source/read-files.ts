// Reads files of a shop's folder. A start reads stored values, so it loads this only for a default.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSource } from '#lib/yaml/parse.ts';
import type { Source, Sources } from '#lib/yaml/source.ts';
import { defaultShop } from '#platform/paths.ts';
import type { TextFolder } from '../shapes.ts';
import { formatShopFile, getFilePath } from '../sources.ts';

/** Files that were read, to be checked. */
export const readSources = (folder: TextFolder, texts: ReadonlyMap<string, string>): Sources =>
  new Map([...texts].map(([file, text]) => [file, readSource(formatShopFile(folder, file), text)]));

/** A file of the release, for a shop that has none of its own. */
export const readDefault = async (folder: TextFolder, file: string): Promise<Source> =>
  readSource(formatShopFile(folder, file), await readFile(join(defaultShop, getFilePath(folder, file)), 'utf8'));
