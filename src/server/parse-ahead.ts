// Parses the files of the shop that comes with a release, so that its first start finds them parsed. Entry point of a bundle: the cache is beside it.
import { join } from 'node:path';
import { defaultShop } from '../infra/paths.ts';
import { readShop } from '../infra/shop-source/read-shop.ts';
import { parseCatalogueFolder } from '../modules/catalogue/actions.ts';
import { checkContentFiles } from '../modules/texts/actions.ts';

/** What is parsed does not contain the address. */
await readShop({ shopDir: defaultShop, shopUrl: 'http://localhost' });
await parseCatalogueFolder(join(defaultShop, 'catalogue'));
await checkContentFiles(defaultShop);
