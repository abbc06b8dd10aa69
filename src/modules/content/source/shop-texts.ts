// Checks all texts of a shop's folder that pages show. Errors name file and line.
import type { ShopTexts } from '#lib/rendering.ts';
import { formatSourceError, isSourceErrors, type SourceError } from '#lib/yaml/source.ts';
import { type Config, StartError } from '#platform/config/config.ts';
import { brandKind } from '../brand.ts';
import { contentKind, withMenus } from '../pages.ts';
import { policyKind } from '../policies.ts';
import { parseBrand } from './brand.ts';
import { parseContent } from './pages.ts';
import { parsePolicies } from './policies.ts';

export async function readShopTexts(folder: string, { shopUrl }: Pick<Config, 'shopUrl'>): Promise<Omit<ShopTexts, 'calendar'>> {
  const errors: SourceError[] = [];
  const brand = take(await parseBrand(await brandKind.read(folder)), errors);
  const content = take(parseContent(await withMenus(await contentKind.read(folder))), errors);
  const sources = brand && content && { brand, company: content.company, shopUrl };
  const policies = sources && take(parsePolicies(await policyKind.read(folder), sources), errors);
  if (errors.length > 0 || !sources || !policies) throw new StartError(errors.map(formatSourceError));
  return { ...content, brand: sources.brand, policies };
}

function take<T extends object>(parsed: T | readonly SourceError[], errors: SourceError[]): T | undefined {
  if (!isSourceErrors(parsed)) return parsed;
  errors.push(...parsed);
  return undefined;
}
