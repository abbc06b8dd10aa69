// Japanese by textlint with the preset for technical writing; its dictionary lies in the package, so that nothing is fetched. The preset is made for manuals: what it
// forbids there and a shop may well write is switched off below, one line and one reason each.
import { TextlintKernel, type TextlintKernelRule, type TextlintMessage, type TextlintPluginCreator } from '@textlint/kernel';
import plainText from '@textlint/textlint-plugin-text';
import preset from 'textlint-rule-preset-ja-technical-writing';
import type { Check, Finding } from '../../shapes-report.ts';
import { finding } from '../check.ts';
import type { HasTime, Piece } from '../pieces.ts';
import { wholeEnd } from '../text.ts';
import { grammarCheck, readGrammar } from './grammar.ts';

const switchedOff = new Set([
  // A caption may call out and ask.
  'no-exclamation-question-mark',
  // A heading, a list and a line of a caption end without a full stop.
  'ja-no-mixed-period',
]);

/** Packages of two kinds of modules: some hand over their own default inside of another. */
const pluginOf = (given: unknown): TextlintPluginCreator =>
  (typeof given === 'object' && given !== null && 'default' in given ? given.default : given) as TextlintPluginCreator;

const rules: TextlintKernelRule[] = Object.entries(preset.rules)
  .filter(([ruleId]) => !switchedOff.has(ruleId))
  .map(([ruleId, rule]) => ({ ruleId, rule, options: preset.rulesConfig[ruleId] ?? true }));

const kernel = new TextlintKernel();

/** Its dictionary counts characters and its rules units of UTF-16: behind an emoji they would point beside it. As long as the emoji, and nothing to either. */
const STAND_IN = '◆◇';
const beyond = /[\u{10000}-\u{10ffff}]/gu;

export async function japaneseGrammar(text: string, hasTime: HasTime): Promise<Check> {
  return grammarCheck(await readGrammar(text, findingsIn, hasTime));
}

/** The dictionary is read with the first sentence. */
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

async function findingsIn(piece: Piece): Promise<Finding[]> {
  const messages = await messagesOf(piece.text.replace(beyond, STAND_IN));
  return messages.map((message) => {
    const found = findingOf(message, piece.text);
    return { ...found, ...piece.placeOf(found) };
  });
}

/** The first line says it; what follows are addresses for whoever sets the rules up. */
const wordsOf = (message: string): string => (message.split('\n')[0] ?? '').replace(/^【[^】]*】\s*/, '');

function findingOf({ message, range, fix }: TextlintMessage, text: string): Finding {
  const [from, to] = fix?.range ?? range;
  // Some rules point at one unit, be it half a character.
  const begin = Math.min(from, text.length);
  const start = wholeEnd(text, begin) === begin ? begin : begin - 1;
  const end = wholeEnd(text, Math.min(Math.max(to, start), text.length));
  return finding({ from: start, to: end }, 'grammar', {
    text: wordsOf(message),
    suggestions: fix && !fix.text.includes(STAND_IN) ? [fix.text] : [],
  });
}
