// Publishes the files of a shop's folder: what changed in them, in one transaction, after all were checked.
import { join } from 'node:path';
import { type CatalogueImport, prepareCatalogue } from '#modules/catalogue/actions.ts';
import { brandKind } from '#modules/content/brand.ts';
import { contentKind } from '#modules/content/pages.ts';
import { policyKind } from '#modules/content/policies.ts';
import { findFolderErrors } from '#modules/content/source/shop-files.ts';
import { readShopTexts } from '#modules/content/source/shop-texts.ts';
import { type FileKind, type ImportChoice, type ImportedText, prepareImport } from '#modules/content/versions.ts';
import { mailKind } from '#modules/mail/live.ts';
import { type Config, StartError } from '#platform/config/config.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { createShopSettingKind } from './settings.ts';

type TextImport = { readonly folder: FileKind['folder']; readonly changed: readonly ImportedText[] };
export type PublishedFiles = { readonly catalogue: CatalogueImport | undefined; readonly texts: readonly TextImport[] };

/** Throws all errors of the files. `decide`: ends the transaction with an error if the files must not win. */
export async function publishFiles(
  db: Db,
  { shopDir, shopUrl }: Pick<Config, 'shopDir' | 'shopUrl'>,
  choice?: ImportChoice,
  decide: () => void = () => undefined,
): Promise<PublishedFiles> {
  const missing = findFolderErrors(shopDir);
  if (missing.length > 0) throw new StartError(missing);
  await readShopTexts(shopDir, { shopUrl });
  const publishCatalogue = await prepareCatalogue(db, join(shopDir, 'catalogue'));
  const kinds = [brandKind, contentKind, policyKind, mailKind, await createShopSettingKind(shopDir)];
  const imports = await Promise.all(kinds.map(async (kind) => ({ folder: kind.folder, publish: await prepareImport(db, shopDir, kind) })));
  return transaction(db, async (tx) => {
    const catalogue = await publishCatalogue(tx, choice);
    const texts: TextImport[] = [];
    for (const { folder, publish } of imports) texts.push({ folder, changed: await publish(tx, choice) });
    decide();
    return { catalogue, texts };
  });
}
