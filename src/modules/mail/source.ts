// Reads the texts of shop/mails in every language and the sender at start-up. Reports all faults at once.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StartFaults } from '../../infra/config/config.ts';
import { defaultShop } from '../../infra/paths.ts';
import { type Locale, localeNames } from '../../lib/locale.ts';
import type { ShopLook } from '../../lib/look/look.ts';
import { isZone } from '../../lib/time/days.ts';
import { faultLine, isFaults, parseYaml, type SourceFault } from '../../lib/yaml/source.ts';
import { companyLine, senderOf } from './rules.ts';
import { FOOTER, type MailName, mailNames, mails } from './shapes.ts';
import { type MailText, parseMailText } from './text.ts';

export type Letterhead = {
  readonly brand: string;
  readonly sender: { readonly name: string; readonly address: string };
  readonly supportEmail: string;
  /** Seller and address in one line. */
  readonly company: string;
  readonly timeZone: string;
  readonly look: Pick<ShopLook, 'accent'>;
  readonly hasLogo: boolean;
};

type TextName = MailName | typeof FOOTER;
type MailTexts = Readonly<Record<TextName, Readonly<Record<Locale, MailText>>>>;
export type MailSource = { readonly letterhead: Letterhead; readonly texts: MailTexts };

/** Only the keys that mails use; other modules check the rest. */
const brandShape = z.object({
  name: z.string().check(z.minLength(1, 'must not be empty')),
  mailFrom: z
    .string()
    .check(z.refine((text) => senderOf(text) !== undefined, 'must be an address, such as "Fanfare <hello@shop.example>"')),
  supportEmail: z.string().check(z.refine((text) => senderOf(text) !== undefined, 'must be an address')),
  timeZone: z._default(z.string().check(z.refine(isZone, 'must be a time zone, such as Europe/Oslo')), 'UTC'),
});
const companyShape = z.object({ legalName: z.string(), street: z.string(), postalCode: z.string(), city: z.string(), country: z.string() });

export async function readMailSource(shopFolder: string): Promise<MailSource> {
  const faults: SourceFault[] = [];
  const letterhead = await readLetterhead(shopFolder, faults);
  const texts = await readTexts(shopFolder, faults);
  if (faults.length > 0 || !letterhead) throw new StartFaults(faults.map(faultLine));
  return { letterhead, texts };
}

async function readLetterhead(shopFolder: string, faults: SourceFault[]): Promise<Letterhead | undefined> {
  const read = async <S extends z.ZodMiniType>(name: string, shape: S) => {
    const parsed = parseYaml(`shop/${name}`, await readFile(join(shopFolder, name), 'utf8'), shape);
    if (!isFaults(parsed)) return parsed.value;
    faults.push(...parsed);
    return undefined;
  };
  const brand = await read('brand.yaml', brandShape);
  const company = await read('company.yaml', companyShape);
  const sender = brand && senderOf(brand.mailFrom);
  if (!brand || !company || !sender) return undefined;
  return {
    brand: brand.name,
    sender: { name: sender.name || brand.name, address: sender.address },
    supportEmail: brand.supportEmail,
    company: companyLine(company),
    timeZone: brand.timeZone,
    look: {},
    hasLogo: false,
  };
}

async function readTexts(shopFolder: string, faults: SourceFault[]): Promise<MailTexts> {
  const texts = {} as Record<TextName, Record<Locale, MailText>>;
  const own = await mailFiles(shopFolder);
  const present = new Set(own);
  for (const name of [...mailNames, FOOTER] as TextName[]) {
    texts[name] = {} as Record<Locale, MailText>;
    // One mail has one source: the owner's, or the default in every language.
    const isOwn = shopFolder === defaultShop || localeNames.some((locale) => own.includes(`${name}.${locale}.md`));
    const folder = isOwn ? shopFolder : defaultShop;
    for (const locale of localeNames) {
      const file = `${name}.${locale}.md`;
      const path = `shop/mails/${file}`;
      if (!present.delete(file) && isOwn) {
        faults.push({ file: path, line: 1, reason: 'is missing: every mail is needed in every language' });
        continue;
      }
      const source = await readFile(join(folder, 'mails', file), 'utf8');
      const parsed = name === FOOTER ? parseMailText(path, source, [], 'part') : parseMailText(path, source, mails[name].values, 'mail');
      if (isFaults(parsed)) faults.push(...parsed);
      else texts[name][locale] = parsed;
    }
  }
  for (const file of present) faults.push({ file: `shop/mails/${file}`, line: 1, reason: 'is no mail of the shop' });
  return texts;
}

/** None if the shop has no mails of its own. */
async function mailFiles(shopFolder: string): Promise<readonly string[]> {
  const names = await readdir(join(shopFolder, 'mails')).catch(() => [] as string[]);
  return names.filter((name) => name.endsWith('.md') && name !== 'README.md');
}
