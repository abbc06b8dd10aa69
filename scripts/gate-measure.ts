// `npm run gate:measure`: judges the held-out briefs and says how well, against the bars. Ends with 1 below them. `-- development` measures those
// that the bars were set on, which is for error analysis only.
import { join } from 'node:path';
import { bars, measure } from '../src/rooms/catalogue/policy/measure.ts';
import { readPolicyGate } from '../src/rooms/catalogue/policy/read.ts';

const gate = await readPolicyGate(join(import.meta.dirname, '../shop'));
const part = process.argv.includes('development') ? 'development' : 'heldout';
const percent = (share: number): string => `${(share * 100).toFixed(1).padStart(5)} %`;
let isBelow = false;
console.log(
  `${part}: fake caught (bar ${percent(bars.caught)}), honest not refused (${percent(bars.notRefused)}), honest not held (${percent(bars.notHeld)})`,
);
for (const { language, of, fake, honest, ...shares } of measure(gate, part)) {
  const names = ['caught', 'notRefused', 'notHeld'] as const;
  const below = of === 'all' && names.some((name) => shares[name] < bars[name]);
  isBelow ||= below;
  console.log(
    `${language} ${of.padEnd(9)} ${fake} fake, ${honest} honest: ${names.map((name) => percent(shares[name])).join('  ')}${below ? '  BELOW' : ''}`,
  );
}
process.exit(isBelow ? 1 : 0);
