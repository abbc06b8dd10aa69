// The files of shop/catalogue, read together; all their faults are named at once.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFaults } from '../../infra/config.ts';
import { faultLine, isFaults } from '../../lib/yaml-source.ts';
import { type CatalogueSource, parseCatalogue } from './source.ts';

/** Reads and checks the owner's files; refuses to go on while one of them is wrong. */
export async function readCatalogueFiles(folder: string): Promise<{ source: CatalogueSource; hash: string }> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ file: join('shop/catalogue', name), text: await readFile(join(folder, name), 'utf8') })),
  );
  const common = files.find(({ file }) => file.endsWith('common.yaml'));
  if (!common) throw new StartFaults([`${folder} has no common.yaml.`]);
  const source = parseCatalogue(
    common,
    files.filter((file) => file !== common),
  );
  if (isFaults(source)) throw new StartFaults(source.map(faultLine));
  const hash = createHash('sha256');
  for (const { file, text } of files) hash.update(`${file}\0${text}\0`);
  return { source, hash: hash.digest('hex') };
}
