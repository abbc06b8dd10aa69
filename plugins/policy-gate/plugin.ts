// The gate against fake engagement: requests for bought counts, invented reviews and the like are refused, or
// held for a person.
import { existsSync } from 'node:fs';
import { definePlugin } from 'fanfare/plugin';
import type { PolicyRules } from './gate.ts';
import { modelPath } from './model/file.ts';
import { policyRules } from './rules.ts';

// A start fails instead of an order.
if (!existsSync(modelPath)) throw new Error(`${modelPath} is missing: run npm run fanfare -- gate-train`);

export default definePlugin({
  name: 'policy-gate',
  api: 2,
  gate: {
    rules: policyRules,
    async open(rules: PolicyRules) {
      const [{ openGate }, { judgeText: judge }, { readModel }, { createPolicyMessage: briefPolicyMessage }] = await Promise.all([
        import('./gate.ts'),
        import('./judge.ts'),
        import('./model/file.ts'),
        import('./messages.ts'),
      ]);
      const gate = await openGate(rules, await readModel());
      return (request) => {
        const found = judge(gate, request);
        return found && { outcome: found.outcome, rule: found.kind, quote: found.words, message: briefPolicyMessage(found) };
      };
    },
  },
});
