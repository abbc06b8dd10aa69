// `npm run fanfare -- gate-measure`: measures the policy gate on the held-out briefs. Exits with 1 below the
// required values.
import { join } from 'node:path';
import { naturalBriefs } from '../plugins/policy-gate/corpus/corpus.ts';
import { judge } from '../plugins/policy-gate/judge.ts';
import { bars, measure } from '../plugins/policy-gate/measure.ts';
import { readGate } from '../plugins/policy-gate/read-gate.ts';

const gate = await readGate(join(import.meta.dirname, '../shop'));
const names = ['caught', 'notRefused', 'notHeld'] as const;
const percent = (share: number): string => `${(share * 100).toFixed(1).padStart(5)} %`;
let isBelow = false;
console.log(
  `fake caught (bar ${percent(bars.caught)}), honest not refused (${percent(bars.notRefused)}), honest not held (${percent(bars.notHeld)})`,
);
for (const { language, fake, honest, ...shares } of measure(gate)) {
  const below = names.some((name) => shares[name] < bars[name]);
  isBelow ||= below;
  console.log(
    `${language} ${fake} fake, ${honest} honest: ${names.map((name) => percent(shares[name])).join('  ')}${below ? '  BELOW' : ''}`,
  );
}
const passing = naturalBriefs('development', 'en').filter(({ isFake, text }) => !isFake && !judge(gate, { text }));
const brief = passing
  .map(({ text }) => text)
  .join('\n')
  .slice(0, 1_000);
const costs = Array.from({ length: 300 }, () => {
  const before = process.cpuUsage();
  judge(gate, { text: brief });
  return process.cpuUsage(before).user / 1_000;
});
console.log(`a brief of 1,000 characters: ${Math.min(...costs).toFixed(2)} ms of CPU`);
process.exit(isBelow ? 1 : 0);
