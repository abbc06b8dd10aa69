// The shape of a planted case.
import type { RuleName } from './rules.ts';

export type Files = Readonly<Record<string, string>>;

/** `fault`: what the rule reports. Without it, the rule reports nothing. */
type Case = { readonly files: Files; readonly fault?: RegExp };

export type Cases = Readonly<Record<string, Case>>;
export type CasesForRules = Readonly<Partial<Record<RuleName, Cases>>>;
