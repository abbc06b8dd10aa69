// Opens the gate with the owner's rules and the trained model.
import { stat } from 'node:fs/promises';
import { openReader } from '#modules/texts/actions.ts';
import { threadAt } from '#platform/paths.ts';
import { openGate, type PolicyGate, type PolicyRules } from './gate.ts';
import { modelPath, readModel } from './model/file.ts';
import type { RulesRead } from './rules-thread.ts';

/** Opens the gate with the first call. */
export type GateOpening = () => Promise<PolicyGate>;

/** Throws if there is no model, so that a start fails instead of an order. Reading it takes 15 ms. */
export async function findModel(): Promise<void> {
  if ((await stat(modelPath)).size === 0) throw new Error(`${modelPath} is empty: run npm run fanfare -- gate-train.`);
}

/** The apps of one process share the gate of equal rules. */
let last: { readonly rules: string; readonly open: GateOpening } | undefined;

export function policyGateOf(rules: PolicyRules): GateOpening {
  const text = JSON.stringify(rules);
  if (last?.rules === text) return last.open;
  let opened: Promise<PolicyGate> | undefined;
  const open = (): Promise<PolicyGate> => {
    opened ??= readModel().then((model) => openGate(rules, model));
    return opened;
  };
  last = { rules: text, open };
  return open;
}

const readInThread = openReader<string, RulesRead>(threadAt('src/modules/catalogue/policy/rules-thread.ts'));

/** For a shop that is open, because the parser takes 100 ms. */
export const parseRulesInThread = (text: string): Promise<RulesRead> => readInThread(text, undefined);

/**
 * For tools and tests. The parser is loaded only here, because a running shop has parsed its rules already.
 */
export async function readPolicyGate(folder: string): Promise<PolicyGate> {
  const { readPolicy } = await import('./source.ts');
  return policyGateOf(await readPolicy(folder))();
}
