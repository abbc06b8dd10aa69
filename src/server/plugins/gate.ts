// The gate of a plugin, with the owner's rules.
import { pathToFileURL } from 'node:url';
import type * as z from 'zod/mini';
import { parseYaml } from '#lib/yaml/parse.ts';
import { isSourceErrors, type SourceError } from '#lib/yaml/source.ts';
import type { Gate, JudgeRequest } from '#modules/catalogue/kinds/shapes.ts';
import { createReader } from '#modules/texts/reading.ts';
import { threadAt } from '#platform/paths.ts';
import type { LoadedPlugin } from './read-plugins.ts';

/** What the gate's schema gave. */
export type GateRules = object;
export type RulesRead = GateRules | readonly SourceError[];
export type RulesWork = { readonly module: string; readonly text: string };

export function parseRules({ rules }: Gate, text: string): RulesRead {
  const parsed = parseYaml('shop/policy-gate.yaml', text, rules as z.ZodMiniType<GateRules>);
  return isSourceErrors(parsed) ? parsed : parsed.value;
}

const readInThread = createReader<RulesWork, RulesRead>(threadAt('src/server/plugins/rules-thread.ts'));

/** Opens the gate with the first call. */
export type GateOpening = () => Promise<JudgeRequest>;

export type ShopGate = ReturnType<typeof shopGate>;

/** The gate of the first plugin that has one. */
export function gateOf(plugins: readonly LoadedPlugin[]): ShopGate | undefined {
  const found = plugins.flatMap(({ plugin: { gate }, file }) => (gate ? [{ gate, file }] : []))[0];
  return found && shopGate(found.gate, found.file);
}

/** The apps of one process share the gate of equal rules. */
let last: { readonly gate: Gate; readonly rules: string; readonly open: GateOpening } | undefined;

const shopGate = (gate: Gate, file: string) => ({
  parse: async (text: string): Promise<RulesRead> => parseRules(gate, text),
  /** For a shop that is open, because the parser takes 100 ms. */
  parseInThread: (text: string): Promise<RulesRead> => readInThread({ module: pathToFileURL(file).href, text }, undefined),
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
