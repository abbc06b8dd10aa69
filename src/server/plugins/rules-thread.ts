// Worker thread that parses the rules of a gate.
import '#platform/threads/thread-languages.ts';
import { parseRules, type RulesRead, type RulesWork } from './gate.ts';
import type { Plugin } from './plugin.ts';

export async function work({ module, text }: RulesWork): Promise<RulesRead> {
  const { default: plugin } = (await import(module)) as { default: Plugin };
  if (!plugin.gate) throw new Error(`${plugin.name} has no gate any more`);
  return parseRules(plugin.gate, text);
}
