// Parses the owner's settings.
import type { PolicyRules } from '../modules/catalogue/policy/gate.ts';
import type { SettingValues } from '../modules/desk/settings/rules.ts';
import type { SettingParsers } from '../modules/texts/actions.ts';

/** A shop without a list of forbidden requests has no gate. */
export type ShopSettings = SettingValues & { readonly 'policy-gate.yaml'?: PolicyRules };

/** Each is loaded with the first file that it parses. */
export const settingParsers: SettingParsers<ShopSettings> = {
  'tax.yaml': async (text) => (await import('../modules/invoicing/source.ts')).parseTax(text),
  'money.yaml': async (text) => (await import('../modules/wallet/source.ts')).parseDepositRules(text),
  'support.yaml': async (text) => (await import('../modules/support/source.ts')).parseSupport(text),
  'withdrawal.yaml': async (text) => (await import('../modules/withdrawals/source.ts')).parseWithdrawalCountries(text),
  'policy-gate.yaml': async (text) =>
    (await import('../modules/catalogue/policy/source.ts')).parsePolicyRules('shop/policy-gate.yaml', text),
};
