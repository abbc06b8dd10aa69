// `npm run fanfare -- gate-measure`: measures the policy gate on the held-out briefs. Exits with 1 below the
// required values.
import { join } from 'node:path';
import { listNaturalBriefs } from '../plugins/policy-gate/corpus/corpus.ts';
import { judgeText } from '../plugins/policy-gate/judge.ts';
import { bars, measureGate } from '../plugins/policy-gate/measure.ts';
import { readGate } from '../plugins/policy-gate/read-gate.ts';

const gate = await readGate(join(import.meta.dirname, '../shop'));
const names = ['caught', 'notRefused', 'notHeld'] as const;
const formatPercent = (share: number): string => `${(share * 100).toFixed(1).padStart(5)} %`;
let isBelow = false;
console.log(
  `fake caught (bar ${formatPercent(bars.caught)}), honest not refused (${formatPercent(bars.notRefused)}), honest not held (${formatPercent(bars.notHeld)})`,
);
for (const { language, fake, honest, ...shares } of measureGate(gate)) {
  const below = names.some((name) => shares[name] < bars[name]);
  isBelow ||= below;
  console.log(
    `${language} ${fake} fake, ${honest} honest: ${names.map((name) => formatPercent(shares[name])).join('  ')}${below ? '  BELOW' : ''}`,
  );
}
const passing = listNaturalBriefs('development', 'en').filter(({ isFake, text }) => !isFake && !judgeText(gate, { text }));
const brief = passing
  .map(({ text }) => text)
  .join('\n')
  .slice(0, 1_000);
const costs = Array.from({ length: 300 }, () => {
  const before = process.cpuUsage();
  judgeText(gate, { text: brief });
  return process.cpuUsage(before).user / 1_000;
});
console.log(`a brief of 1,000 characters: ${Math.min(...costs).toFixed(2)} ms of CPU`);
process.exit(isBelow ? 1 : 0);
