// Reads the texts that a database of the release before has in force, and says which of them this release
// does not understand. Loaded by an upgrade only.
import { formatSourceError, isSourceErrors, type SourceError, type Sources } from '#lib/yaml/source.ts';
import { parseFiles } from '#modules/catalogue/source/files.ts';
import { COMMON_FILE } from '#modules/catalogue/source/shapes.ts';
import { withMenus } from '#modules/content/pages.ts';
import { getStoredTexts } from '#modules/content/queries.ts';
import type { TextFolder } from '#modules/content/shapes.ts';
import { parseBrand } from '#modules/content/source/brand.ts';
import { parseContent } from '#modules/content/source/pages.ts';
import { parsePolicies } from '#modules/content/source/policies.ts';
import { readSources } from '#modules/content/source/read-files.ts';
import type { DbClient } from '#platform/database/database.ts';
import { findSettingErrors } from './settings.ts';

/** A mail that does not fit is no error: the mail of the release is sent instead. */
export async function findTextErrors(of: DbClient, shopDir: string): Promise<readonly string[]> {
  const read = async (folder: TextFolder): Promise<Sources> => readSources(folder, await getStoredTexts(of, folder));
  const [brandFiles, contentFiles, policyFiles] = await Promise.all([read('brand'), read('content'), read('policies')]);
  const brand = brandFiles.size > 0 ? await parseBrand(brandFiles) : [];
  const content = contentFiles.size > 0 ? parseContent(await withMenus(contentFiles)) : [];
  const policies =
    isSourceErrors(brand) || isSourceErrors(content) ? [] : parsePolicies(policyFiles, { brand, company: content.company, shopUrl: '' });
  const all = [
    brand,
    content,
    policies,
    findCatalogueErrors(await read('catalogue')),
    await findSettingErrors(await read('settings'), shopDir),
  ];
  return all.flatMap((outcome): readonly SourceError[] => (isSourceErrors(outcome) ? outcome : [])).map(formatSourceError);
}

/** What the catalogue needs of the database was checked when it was written. */
function findCatalogueErrors(files: Sources): readonly SourceError[] {
  if (!files.has(COMMON_FILE)) return [];
  const source = parseFiles(files, { currencies: [], services: 'unread', platforms: [], priced: [] });
  return isSourceErrors(source) ? source.filter(({ path }) => path !== 'currencies') : [];
}
