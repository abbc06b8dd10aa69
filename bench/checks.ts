// Benchmark of text checks: CPU time for texts of 20,000 characters, libraries loaded. The limit is two seconds for any text.

import { checkContent } from '../src/modules/fulfilment/makers/text-checker.ts';
import type { TextLanguage } from '../src/modules/fulfilment/shapes-report.ts';
import { randomTexts, repeatedTexts } from '../tests/support/slow-texts.ts';

const BAR_MS = 2_000;
const samples = { en: 'Teh bread is ready.', es: 'El pna está listo.', ja: '今日は良い天気です。' } as const;

const check = (text: string, language: TextLanguage) =>
  checkContent(
    {
      pieceId: 'p',
      offerId: 'content-checker-automatic',
      quantity: 1,
      platform: null,
      ordered: undefined,
      instructions: undefined,
      language,
      locale: 'en',
      answers: { text, checks: [] },
      dueAt: '2026-05-12T09:30:00Z',
      madeAt: '2026-05-11T09:30:00Z',
      others: [],
    },
    { model: undefined, shopName: 'Fanfare' },
  );

const msOf = ({ user, system }: NodeJS.CpuUsage): number => Math.round((user + system) / 1_000);

console.log(`${'text'.padEnd(32)}${'thread ms'.padStart(10)}${'process ms'.padStart(11)}   grammar`);
for (const [language, text] of Object.entries(samples))
  await measure({ name: `loading ${language}`, language: language as TextLanguage, text });
let worst = 0;
for (const each of [...repeatedTexts, ...randomTexts]) worst = Math.max(worst, await measure(each));
console.log(`\nthe slowest text takes ${worst} ms in its thread; the limit is ${BAR_MS} ms`);
process.exitCode = worst <= BAR_MS ? 0 : 1;

async function measure({ name, language, text }: (typeof repeatedTexts)[number]): Promise<number> {
  const [thread, whole] = [process.threadCpuUsage(), process.cpuUsage()];
  const { report } = await check(text, language);
  const ms = msOf(process.threadCpuUsage(thread));
  const grammar = report.checks.find((each) => each.name === 'grammar')?.say.code ?? '';
  console.log(
    `${`${name} (${language})`.padEnd(32)}${String(ms).padStart(10)}${String(msOf(process.cpuUsage(whole))).padStart(11)}   ${grammar}`,
  );
  return ms;
}
