// Japanese grammar by textlint with the preset for technical writing and its bundled dictionary. Rules for manuals that do not fit marketing texts
// are off, each with its reason.
import { TextlintKernel, type TextlintKernelRule, type TextlintMessage, type TextlintPluginCreator } from '@textlint/kernel';
import plainText from '@textlint/textlint-plugin-text';
import preset from 'textlint-rule-preset-ja-technical-writing';
import type { Check, Finding } from '../../shapes-report.ts';
import { finding } from '../check.ts';
import type { HasTime, TextChunk } from '../pieces.ts';
import { endOfWholeCharacter } from '../text.ts';
import { grammarCheck, readGrammar } from './grammar.ts';

const switchedOff = new Set([
  // Captions may use exclamation and question marks.
  'no-exclamation-question-mark',
  // Headings, lists and caption lines end without a full stop.
  'ja-no-mixed-period',
]);

/** ESM and CommonJS packages nest their default export differently. */
const pluginOf = (imported: unknown): TextlintPluginCreator =>
  (typeof imported === 'object' && imported !== null && 'default' in imported ? imported.default : imported) as TextlintPluginCreator;

const rules: TextlintKernelRule[] = Object.entries(preset.rules)
  .filter(([ruleId]) => !switchedOff.has(ruleId))
  .map(([ruleId, rule]) => ({ ruleId, rule, options: preset.rulesConfig[ruleId] ?? true }));

const kernel = new TextlintKernel();

/** Its dictionary counts code points, its rules UTF-16 units, so offsets after an emoji are wrong. Replaces emoji by text of the same length. */
const STAND_IN = '◆◇';
const beyond = /[\u{10000}-\u{10ffff}]/gu;

export async function japaneseGrammar(text: string, hasTime: HasTime): Promise<Check> {
  return grammarCheck(await readGrammar(text, findingsIn, hasTime));
}

/** The dictionary is loaded with the first sentence. */
let loaded: Promise<unknown> | undefined;
export function loadJapanese(): Promise<unknown> {
  loaded ??= messagesOf('今日は晴れです。');
  return loaded;
}

async function messagesOf(text: string): Promise<readonly TextlintMessage[]> {
  const { messages } = await kernel.lintText(text, {
    ext: '.txt',
    filePath: 'text.txt',
    rules,
    plugins: [{ pluginId: 'text', plugin: pluginOf(plainText) }],
  });
  return messages;
}

async function findingsIn(piece: TextChunk): Promise<Finding[]> {
  const messages = await messagesOf(piece.text.replace(beyond, STAND_IN));
  return messages.map((message) => {
    const found = findingOf(message, piece.text);
    return { ...found, ...piece.placeOf(found) };
  });
}

/** The first line is the message; the others are links for developers. */
const wordsOf = (message: string): string => (message.split('\n')[0] ?? '').replace(/^【[^】]*】\s*/, '');

function findingOf({ message, range, fix }: TextlintMessage, text: string): Finding {
  const [from, to] = fix?.range ?? range;
  // Some rules report offsets inside a surrogate pair.
  const begin = Math.min(from, text.length);
  const start = endOfWholeCharacter(text, begin) === begin ? begin : begin - 1;
  const end = endOfWholeCharacter(text, Math.min(Math.max(to, start), text.length));
  return finding({ from: start, to: end }, 'grammar', {
    text: wordsOf(message),
    suggestions: fix && !fix.text.includes(STAND_IN) ? [fix.text] : [],
  });
}
