// Values of a kind as sources to be checked, named as in the folder of a shop. Pure.
import { BRAND_FILE } from '#lib/rendering.ts';
import { createSource, type Sources } from '#lib/yaml/source.ts';
import type { ContentValue, TextFolder } from './shapes.ts';

const places: Readonly<Record<TextFolder, string>> = {
  brand: 'brand/',
  catalogue: 'catalogue/',
  content: '',
  mails: 'mails/',
  policies: 'policies/',
  settings: '',
};
/** Where the folder of a shop has a file. */
export const getFilePath = (folder: TextFolder, file: string): string => (file === BRAND_FILE ? file : places[folder] + file);
/** As errors name it. */
export const formatShopFile = (folder: TextFolder, file: string): string => `shop/${getFilePath(folder, file)}`;

export const toSources = (folder: TextFolder, values: ReadonlyMap<string, ContentValue>): Sources =>
  new Map([...values].map(([file, value]) => [file, createSource(formatShopFile(folder, file), value)]));
