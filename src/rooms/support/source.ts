// Where the desk is reached and which language it reads, from the owner's brand.yaml. The file holds more, which others read and check.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StartFaults } from '../../infra/config.ts';
import { localeNames } from '../../lib/locale.ts';
import { faultLine, isFaults, parseYaml } from '../../lib/yaml-source.ts';
import { isOneAddress } from '../mail/rules.ts';

const deskShape = z.object({
  supportEmail: z.string().check(z.refine(isOneAddress, 'must be an address')),
  defaultLocale: z.enum([...localeNames]),
});

export type DeskSource = z.output<typeof deskShape>;

export async function readDeskSource(shopFolder: string): Promise<DeskSource> {
  const parsed = parseYaml('shop/brand.yaml', await readFile(join(shopFolder, 'brand.yaml'), 'utf8'), deskShape);
  if (isFaults(parsed)) throw new StartFaults(parsed.map(faultLine));
  return parsed.value;
}
