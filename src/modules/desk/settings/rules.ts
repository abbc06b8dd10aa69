// What the owner's settings say, as sentences for the desk. Pure.
import type { Tax } from '../../invoicing/rules.ts';
import type { SupportRules } from '../../support/rules.ts';
import type { DepositLimit } from '../../wallet/rules.ts';

/** By file, as the modules that obey them parse them. */
export type SettingValues = {
  readonly 'tax.yaml': Tax;
  readonly 'money.yaml': { readonly limits: readonly DepositLimit[] };
  readonly 'support.yaml': SupportRules;
  readonly 'withdrawal.yaml': { readonly countries: readonly string[] };
};
