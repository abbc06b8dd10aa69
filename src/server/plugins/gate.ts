// The gate of a plugin, with the owner's rules.
import type * as z from 'zod/mini';
import { checkSource } from '#lib/yaml/check.ts';
import { isSourceErrors, type Source, type SourceError } from '#lib/yaml/source.ts';
import type { Gate, JudgeRequest } from '#modules/catalogue/kinds/shapes.ts';
import type { LoadedPlugin } from './read-plugins.ts';

/** What the gate's schema gave. */
export type GateRules = object;

/** Opens the gate with the first call. */
export type GateOpening = () => Promise<JudgeRequest>;

export type ShopGate = ReturnType<typeof createShopGate>;

/** The gate of the first plugin that has one. */
export function findGate(plugins: readonly LoadedPlugin[]): ShopGate | undefined {
  const found = plugins.flatMap(({ plugin: { gate } }) => gate ?? [])[0];
  return found && createShopGate(found);
}

/** The apps of one process share the gate of equal rules. */
let last: { readonly gate: Gate; readonly rules: string; readonly open: GateOpening } | undefined;

const createShopGate = (gate: Gate) => ({
  async parse(source: Source): Promise<GateRules | readonly SourceError[]> {
    const parsed = checkSource(source, gate.rules as z.ZodMiniType<GateRules>);
    return isSourceErrors(parsed) ? parsed : parsed.value;
  },
  open(rules: GateRules): GateOpening {
    const text = JSON.stringify(rules);
    if (last?.gate === gate && last.rules === text) return last.open;
    let opened: Promise<JudgeRequest> | undefined;
    const open = (): Promise<JudgeRequest> => {
      opened ??= gate.open(rules);
      return opened;
    };
    last = { gate, rules: text, open };
    return open;
  },
});
