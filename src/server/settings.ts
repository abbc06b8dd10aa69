// The owner's settings as the modules obey them: parsed, always current, and by version for what was sold
// before.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseSender } from '#lib/people/mail-header.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { isSourceErrors, type SourceError, type Sources } from '#lib/yaml/source.ts';
import { openLiveText } from '#modules/content/live-text.ts';
import type { Stamps } from '#modules/content/queries.ts';
import { createSettingKind, readSettings, type SettingParsers } from '#modules/content/settings.ts';
import { toSources } from '#modules/content/sources.ts';
import { type FileKind, getContentAtVersion } from '#modules/content/versions.ts';
import type { Tax } from '#modules/invoicing/rules.ts';
import type { SettingValues } from '#modules/settings/rules.ts';
import type { DeskSettings } from '#modules/support/deps.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { findGate, type GateRules, type ShopGate } from './plugins/gate.ts';
import { openPlugins } from './plugins/use-plugins.ts';

/** A shop without a list of forbidden requests has no gate. */
type ShopSettings = SettingValues & { readonly 'policy-gate.yaml'?: GateRules };

/** Each is loaded with the first file that it parses. */
const settingParsers: SettingParsers<SettingValues> = {
  'tax.yaml': async (source) => (await import('#modules/invoicing/source.ts')).parseTax(source),
  'money.yaml': async (source) => (await import('#modules/wallet/source.ts')).parseDepositRules(source),
  'support.yaml': async (source) => (await import('#modules/support/source.ts')).parseSupport(source),
  'withdrawal.yaml': async (source) => (await import('#modules/withdrawals/source.ts')).parseWithdrawalCountries(source),
  'reminders.yaml': async (source) => (await import('#modules/sales/source.ts')).parseReminders(source),
};

/** Without a gate nothing reads its list. */
const addGateParser = (gate: ShopGate | undefined): SettingParsers<ShopSettings> =>
  gate ? { ...settingParsers, 'policy-gate.yaml': gate.parse } : settingParsers;

const loadParsers = async (shopFolder: string) => addGateParser(findGate(await openPlugins(shopFolder)));

/** Errors of settings, by file. */
export async function findSettingErrors(files: Sources, shopFolder: string): Promise<readonly SourceError[]> {
  const parsers: Readonly<Record<string, (typeof settingParsers)['tax.yaml'] | ShopGate['parse']>> = await loadParsers(shopFolder);
  const outcomes = await Promise.all([...files].map(async ([file, source]) => (await parsers[file]?.(source)) ?? []));
  return outcomes.flatMap((outcome) => (isSourceErrors(outcome) ? outcome : []));
}

/** With the list of the gate that the shop's plugins have. */
export const createShopSettingKind = async (shopFolder: string): Promise<FileKind> => createSettingKind(await loadParsers(shopFolder));

export type LiveSettings = Awaited<ReturnType<typeof openSettings>>;

export async function openSettings(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  stamps: Stamps,
  { shopFolder, gate }: { readonly shopFolder: string; readonly gate: ShopGate | undefined },
) {
  const parsers = addGateParser(gate);
  if (!gate && existsSync(join(shopFolder, 'policy-gate.yaml'))) log.warn({ file: 'policy-gate.yaml' }, 'settings.unread');
  let isOpen = false;
  const live = await openLiveText('settings', stamps, async () => {
    const { values, taxVersion } = await readSettings(db.orm, parsers);
    const rules = values['policy-gate.yaml'];
    const next = { values, taxVersion, gate: rules && gate?.open(rules) };
    // The first brief opens the first gate, which takes 0.1 s and 4 MB. A later gate replaces it when it is
    // open.
    if (isOpen) await next.gate?.();
    isOpen = true;
    return next;
  });
  return {
    ...live,
    /** As the desk edits them. */
    values: (): SettingValues => live.current().values,
    parsers,
    findTax: createTaxFinder(() => live.current()),
  };
}

/** What the support module asks for. */
export const createDeskSettings =
  (shop: ShopTexts, { values }: LiveSettings): DeskSettings =>
  () => {
    const { supportEmail, mailFrom, defaultLocale, dateLocale, timeZone: zone } = shop.brand;
    const sender = parseSender(mailFrom)?.address ?? supportEmail;
    return { ...values()['support.yaml'], supportEmail, sender, defaultLocale, dateLocale, zone };
  };

type TaxNow = () => { readonly values: Pick<SettingValues, 'tax.yaml'>; readonly taxVersion: number };

/** The tax rules of a version. Versions never change, so each is read once. */
function createTaxFinder(now: TaxNow) {
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
  const source = toSources('settings', await getContentAtVersion(of, 'settings', ['tax.yaml'], version)).get('tax.yaml');
  const tax = source && (await settingParsers['tax.yaml'](source));
  return tax === undefined || isSourceErrors(tax) ? undefined : tax;
}
