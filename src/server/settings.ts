// The owner's settings as the modules obey them: parsed, always current, and by version for what was sold
// before.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseSender } from '#lib/people/mail-header.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { isSourceErrors, type SourceError } from '#lib/yaml/source.ts';
import type { Tax } from '#modules/invoicing/rules.ts';
import type { SettingValues } from '#modules/settings/rules.ts';
import type { DeskSettings } from '#modules/support/deps.ts';
import { folderVersion, liveText } from '#modules/texts/live-text.ts';
import { checkSettings, prepareSettings, readSettings, type SettingParsers } from '#modules/texts/settings.ts';
import { type Import, type ImportChoice, type ImportedText, keepDesk, textsAt } from '#modules/texts/versions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { type GateRules, gateOf, type ShopGate } from './plugins/gate.ts';
import { openPlugins } from './plugins/use-plugins.ts';

/** A shop without a list of forbidden requests has no gate. */
type ShopSettings = SettingValues & { readonly 'policy-gate.yaml'?: GateRules };

/** Each is loaded with the first file that it parses. */
const settingParsers: SettingParsers<SettingValues> = {
  'tax.yaml': async (text) => (await import('#modules/invoicing/source.ts')).parseTax(text),
  'money.yaml': async (text) => (await import('#modules/wallet/source.ts')).parseDepositRules(text),
  'support.yaml': async (text) => (await import('#modules/support/source.ts')).parseSupport(text),
  'withdrawal.yaml': async (text) => (await import('#modules/withdrawals/source.ts')).parseWithdrawalCountries(text),
};

/** Without a gate nothing reads its list. `isOpen`: a shop that serves parses the list in a thread. */
const parsersWith = (gate: ShopGate | undefined, isOpen = false): SettingParsers<ShopSettings> =>
  gate ? { ...settingParsers, 'policy-gate.yaml': isOpen ? gate.parseInThread : gate.parse } : settingParsers;

const parsersFor = async (shopFolder: string) => parsersWith(gateOf(await openPlugins(shopFolder)));

/** Errors of texts that are in force, by file. */
export async function findSettingErrors(files: ReadonlyMap<string, string>, shopFolder: string): Promise<readonly SourceError[]> {
  const parsers: Readonly<Record<string, (text: string) => Promise<object>>> = await parsersFor(shopFolder);
  const outcomes = await Promise.all([...files].map(async ([file, text]) => (await parsers[file]?.(text)) ?? []));
  return outcomes.flatMap((outcome) => (isSourceErrors(outcome) ? outcome : []));
}

/** Throws the errors of all files of the folder. */
export const checkShopSettings = async (shopFolder: string) => checkSettings(shopFolder, await parsersFor(shopFolder));

export const prepareShopSettings = async (db: AppContext['db'], shopFolder: string): Promise<Import> =>
  prepareSettings(db, shopFolder, await parsersFor(shopFolder));

export async function importShopSettings(
  db: AppContext['db'],
  shopFolder: string,
  choice?: ImportChoice,
  parsers?: SettingParsers<ShopSettings>,
): Promise<readonly ImportedText[]> {
  const run = await prepareSettings(db, shopFolder, parsers ?? (await parsersFor(shopFolder)));
  return transaction(db, (tx) => run(tx, choice));
}

export type LiveSettings = Awaited<ReturnType<typeof openSettings>>;

export async function openSettings({ db, log }: Pick<AppContext, 'db' | 'log'>, shopFolder: string, gate: ShopGate | undefined) {
  const liveParsers = parsersWith(gate, true);
  await importShopSettings(db, shopFolder, keepDesk(log), parsersWith(gate));
  if (!gate && existsSync(join(shopFolder, 'policy-gate.yaml'))) log.warn({ file: 'policy-gate.yaml' }, 'settings.unread');
  const versionNow = () => folderVersion(db.orm, 'settings');
  const read = async (parsers = liveParsers) => {
    const { values, taxVersion } = await readSettings(db.orm, parsers);
    const rules = values['policy-gate.yaml'];
    return { values, taxVersion, gate: rules && gate?.open(rules) };
  };
  const readAndOpen = async () => {
    const next = await read();
    await next.gate?.();
    return next;
  };
  // The first brief opens the first gate: it takes 0.1 s and 4 MB. A later gate replaces it once it is open.
  const live = liveText({ version: await versionNow(), value: await read(parsersWith(gate)) }, { versionNow, read: readAndOpen });
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
    const sender = parseSender(mailFrom)?.address ?? supportEmail;
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
  return tax === undefined || isSourceErrors(tax) ? undefined : tax;
}
