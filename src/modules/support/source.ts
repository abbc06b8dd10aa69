// Reads the desk's address and languages from brand.yaml, and answer times and canned answers from support.yaml.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StartFaults } from '../../infra/config/config.ts';
import { folderWith } from '../../infra/shop-source/shop-files.ts';
import { knownLocale } from '../../lib/locale.ts';
import { isOneAddress, senderOf } from '../../lib/people/mail-header.ts';
import { inLocales } from '../../lib/words/owner-words-shape.ts';
import { faultLine, isFaults, parseYaml, type SourceFault } from '../../lib/yaml/source.ts';
import { cannedValues, unknownIn } from './rules.ts';

const deskShape = z.object({
  supportEmail: z.string().check(z.refine(isOneAddress, 'must be an address')),
  defaultLocale: z.pipe(
    z.string(),
    z.transform((locale) => knownLocale(locale)),
  ),
  /** "Fanfare <hello@shop.example>"; the mail module reads it too. */
  mailFrom: z.string(),
});

const filled = z.string().check(z.trim(), z.minLength(1));
const text = filled.check(
  z.refine((each) => unknownIn(each) === undefined, `may hold {${cannedValues.join('}, {')}} and nothing else in braces`),
);
const supportShape = z.strictObject({
  firstAnswerHours: z.int().check(z.gte(1), z.lte(720)),
  canned: z.array(z.strictObject({ id: filled, title: filled, text: inLocales(text) })),
});

type Desk = Omit<z.output<typeof deskShape>, 'mailFrom'> & { /** The address that our mails come from. */ readonly sender: string };
export type DeskSource = Desk & z.output<typeof supportShape>;

export async function readDeskSource(shopFolder: string): Promise<DeskSource> {
  const read = async <S extends z.ZodMiniType>(name: string, shape: S) =>
    parseYaml(`shop/${name}`, await readFile(join(folderWith(shopFolder, name), name), 'utf8'), shape);
  const [brand, support] = [await read('brand.yaml', deskShape), await read('support.yaml', supportShape)];
  if (isFaults(brand)) throw new StartFaults(brand.map(faultLine));
  if (isFaults(support)) throw new StartFaults(support.map(faultLine));
  const twice = support.value.canned.findIndex(({ id }, index, all) => all.findIndex((each) => each.id === id) < index);
  if (twice >= 0) throw new StartFaults([faultLine(twiceFault(support.lineOf(['canned', twice])))]);
  const { mailFrom, ...rest } = brand.value;
  return { ...rest, ...support.value, sender: senderOf(mailFrom)?.address ?? rest.supportEmail };
}

const twiceFault = (line: number): SourceFault => ({ file: 'shop/support.yaml', line, reason: 'canned: each id only once' });
