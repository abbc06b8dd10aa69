// The owner's settings as the modules obey them: parsed, always current, and by version for what was sold
// before.

import { senderOf } from '#lib/people/mail-header.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { isFaults } from '#lib/yaml/source.ts';
import type { PolicyRules } from '#modules/catalogue/policy/gate.ts';
import { parseRulesInThread, policyGateOf } from '#modules/catalogue/policy/read.ts';
import type { Tax } from '#modules/invoicing/rules.ts';
import type { SettingValues } from '#modules/settings/rules.ts';
import type { DeskSettings } from '#modules/support/deps.ts';
import {
  checkSettings,
  folderVersion,
  type ImportedText,
  importSettings,
  liveText,
  readSettings,
  type SettingParsers,
  textsAt,
} from '#modules/texts/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';

/** A shop without a list of forbidden requests has no gate. */
type ShopSettings = SettingValues & { readonly 'policy-gate.yaml'?: PolicyRules };

/** Each is loaded with the first file that it parses. */
const settingParsers: SettingParsers<ShopSettings> = {
  'tax.yaml': async (text) => (await import('#modules/invoicing/source.ts')).parseTax(text),
  'money.yaml': async (text) => (await import('#modules/wallet/source.ts')).parseDepositRules(text),
  'support.yaml': async (text) => (await import('#modules/support/source.ts')).parseSupport(text),
  'withdrawal.yaml': async (text) => (await import('#modules/withdrawals/source.ts')).parseWithdrawalCountries(text),
  'policy-gate.yaml': async (text) => (await import('#modules/catalogue/policy/source.ts')).parsePolicyRules('shop/policy-gate.yaml', text),
};

/** For a shop that is open: the list of the gate is parsed in a thread. */
const liveParsers: SettingParsers<ShopSettings> = { ...settingParsers, 'policy-gate.yaml': parseRulesInThread };

/** Throws the faults of all files of the folder. */
export const checkShopSettings = (shopFolder: string) => checkSettings(shopFolder, settingParsers);

export const importShopSettings = (db: AppContext['db'], shopFolder: string): Promise<readonly ImportedText[]> =>
  importSettings(db, shopFolder, settingParsers);

export type LiveSettings = Awaited<ReturnType<typeof openSettings>>;

export async function openSettings({ db, log }: Pick<AppContext, 'db' | 'log'>, shopFolder: string) {
  for (const { file, replaced } of await importShopSettings(db, shopFolder))
    if (replaced !== undefined) log.warn({ file, version: replaced }, 'settings.replaced');
  const versionNow = () => folderVersion(db.orm, 'settings');
  const read = async (parsers = liveParsers) => {
    const { values, taxVersion } = await readSettings(db.orm, parsers);
    const rules = values['policy-gate.yaml'];
    return { values, taxVersion, gate: rules && policyGateOf(rules) };
  };
  const readAndOpen = async () => {
    const next = await read();
    await next.gate?.();
    return next;
  };
  // The first brief opens the first gate: it takes 0.1 s and 4 MB. A later gate replaces it once it is open.
  const live = liveText({ version: await versionNow(), value: await read(settingParsers) }, { versionNow, read: readAndOpen });
  return {
    ...live,
    /** As the desk edits them. */
    values: (): SettingValues => live.current().values,
    parsers: liveParsers,
    taxOf: taxByVersion(() => live.current()),
  };
}

/** What the support module asks for. */
export const deskSettings =
  (shop: ShopTexts, { values }: LiveSettings): DeskSettings =>
  () => {
    const { supportEmail, mailFrom, defaultLocale, dateLocale, timeZone: zone } = shop.brand;
    const sender = senderOf(mailFrom)?.address ?? supportEmail;
    return { ...values()['support.yaml'], supportEmail, sender, defaultLocale, dateLocale, zone };
  };

type TaxNow = () => { readonly values: Pick<SettingValues, 'tax.yaml'>; readonly taxVersion: number };

/** The tax rules of a version. Versions never change, so each is read once. */
function taxByVersion(now: TaxNow) {
  const known = new Map<number, Tax>();
  return async (of: DbClient, version: number | undefined): Promise<Tax> => {
    const { values, taxVersion } = now();
    const tax = values['tax.yaml'];
    if (version === undefined || version === taxVersion) return tax;
    const found = known.get(version) ?? (await readTax(of, version));
    if (!found) return tax;
    known.set(version, found);
    return found;
  };
}

/** Undefined if the version is unknown, or if this release does not understand its text any more. */
async function readTax(of: DbClient, version: number): Promise<Tax | undefined> {
  const text = (await textsAt(of, 'settings', ['tax.yaml'], version)).get('tax.yaml');
  const tax = text === undefined ? undefined : await settingParsers['tax.yaml'](text);
  return tax === undefined || isFaults(tax) ? undefined : tax;
}
