// `npm run gate:measure`: measures the policy gate on the held-out briefs. Exits with 1 below the required values.
import { join } from 'node:path';
import { bars, measure } from '../src/modules/catalogue/policy/measure.ts';
import { readPolicyGate } from '../src/modules/catalogue/policy/read.ts';

const gate = await readPolicyGate(join(import.meta.dirname, '../shop'));
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
process.exit(isBelow ? 1 : 0);
