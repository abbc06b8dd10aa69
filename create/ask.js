// The questions of npm create fanfare, on a terminal.
import { createInterface } from 'node:readline';
import { languages, trades, whyNot } from './make-shop.js';

export const questions = [
  { key: 'name', asks: 'Name of the shop', fallback: 'My Shop' },
  { key: 'language', asks: `Language of visitors whose own is unknown (${languages.join(', ')})`, fallback: 'en' },
  { key: 'currency', asks: 'Currency to sell in, or several with the first one as default (such as EUR, or JPY, USD)', fallback: 'EUR' },
  { key: 'trade', asks: `Trade to begin with (${trades.join(', ')})`, fallback: 'content' },
];

/** Asks what is not known yet, and again until an answer will do; an empty one is the fallback. */
export async function ask(known, { input, output }) {
  const reader = createInterface({ input, output });
  // Not `question`, which loses lines that were pasted together.
  const lines = reader[Symbol.asyncIterator]();
  const answers = { ...known };
  for (const { key, asks, fallback } of questions)
    while (answers[key] === undefined) {
      output.write(`${asks} [${fallback}]: `);
      const { value, done } = await lines.next();
      if (done) throw new Error('\nStopped: nothing was written.');
      const answer = value.trim() || fallback;
      const reason = whyNot(key, answer);
      if (reason) output.write(`${reason}\n`);
      else answers[key] = answer;
    }
  reader.close();
  return answers;
}
