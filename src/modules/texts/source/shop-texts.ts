// Parses all texts in shop/ that pages show, strictly. Errors name file and line.
import { join } from 'node:path';
import type { ShopTexts } from '#lib/rendering.ts';
import { faultLine, isFaults, type SourceFault } from '#lib/yaml/source.ts';
import { type Config, StartFaults } from '#platform/config/config.ts';
import { parseBrand, readBrandFiles } from './brand.ts';
import { parseContent, readContentFiles } from './content.ts';
import { parsePolicies, readPolicyFiles } from './policies.ts';

export async function readShopTexts(folder: string, { shopUrl }: Pick<Config, 'shopUrl'>): Promise<ShopTexts> {
  const faults: SourceFault[] = [];
  const brand = take(await parseBrand(await readBrandFiles(folder)), faults);
  const content = take(parseContent(await readContentFiles(folder)), faults);
  const sources = brand && content && { brand, company: content.company, shopUrl };
  const policies = sources && take(parsePolicies(await readPolicyFiles(join(folder, 'policies')), sources), faults);
  if (faults.length > 0 || !sources || !policies) throw new StartFaults(faults.map(faultLine));
  return { ...content, brand: sources.brand, policies };
}

function take<T extends object>(parsed: T | readonly SourceFault[], faults: SourceFault[]): T | undefined {
  if (!isFaults(parsed)) return parsed;
  faults.push(...parsed);
  return undefined;
}
