// Japanese grammar by rules of our own, chosen for marketing texts. Each finds what can be told from the
// characters and from Node's word segmenter: there is no dictionary of word classes. The README beside this
// file lists them, with what they do not find.
import type { Check } from 'fanfare/plugin';
import { createFinding } from '../../check.ts';
import type { HasTime } from '../../pieces.ts';
import { splitSentences, type TextSpan } from '../../text.ts';
import { createGrammarCheck, readGrammar } from '../grammar.ts';
import { hesitant, misusedPhrases, overpolite, type Phrase, redundant } from './phrases.ts';

type JapaneseFinding = TextSpan & { readonly text: string; readonly suggestion?: string };
type Rule = (text: string, sentences: readonly TextSpan[]) => JapaneseFinding[];

const MAX_SENTENCE_CHARS = 100;
const MAX_COMMAS = 3;
const MAX_KANJI = 6;

export const japaneseRules = {
  'long sentence': findLongSentences,
  'many commas': findManyCommas,
  'long kanji run': createPatternRule(
    // Numbers in kanji are no words.
    new RegExp(`(?:(?![〇一二三四五六七八九十百千万億])\\p{Script=Han}){${MAX_KANJI + 1},}`, 'gu'),
    `漢字が${MAX_KANJI + 1}つ以上続いています。`,
  ),
  'mixed style': findMixedStyles,
  'double negative': createPatternRule(
    /(?:なく|ない(?:こと|わけ|訳)?|ないで|ない(?:わけ|訳)で)[はも](?:ない|ありません|なかった)/g,
    '二重否定です。肯定文にすると伝わりやすくなります。',
  ),
  'dropped ら': createPatternRule(
    /(?<=[えけげせぜでねべぺめ見来着寝出煮]|[起生]き|降り|借り|[信感閉]じ|浴び|落ち)れ(?=る|ま[すしせ]|な[いかく]|[たて]|そう)/g,
    'ら抜き言葉です。',
    () => 'られ',
  ),
  'repeated が': findRepeatedButs,
  'repeated conjunction': findRepeatedConjunctions,
  'repeated particle': findRepeatedParticles,
  'doubled mark': createPatternRule(/(?<![。、])(?:。。|、、)(?![。、])/g, '句読点が重なっています。', ([first = '']) => first),
  misused: createPhraseRule(misusedPhrases, '誤用または誤字です。'),
  'too polite': createPhraseRule(overpolite, '敬語または使役の形が重なっています。'),
  redundant: createPhraseRule(redundant, '重複した表現です。'),
  hesitant: createPhraseRule(hesitant, '弱い表現です。言い切ると伝わりやすくなります。'),
  'stray letter': createPatternRule(/(?<=\p{Script=Hiragana})[a-z]{1,2}(?=\p{Script=Hiragana})/gu, '不自然なアルファベットです。'),
  'separate voicing mark': createPatternRule(/[ぁ-ヿ][\u3099\u309a]/g, '濁点・半濁点が分かれています。', (found) => found.normalize('NFC')),
  'half-width kana': createPatternRule(/[\uff66-\uff9f]+/g, '半角カナです。', (found) => found.normalize('NFKC')),
  'invisible character': createPatternRule(/[\p{Cc}\u200b\u2060\ufeff](?<![\n\r\t])/gu, '見えない文字があります。', () => ''),
  'unpaired bracket': findUnpairedBrackets,
} as const satisfies Readonly<Record<string, Rule>>;

export type JapaneseRuleName = keyof typeof japaneseRules;

export async function checkJapaneseGrammar(text: string, hasTime: HasTime): Promise<Check> {
  const read = await readGrammar(
    text,
    async (piece) =>
      listRuleFindings(piece.text).map(({ from, to, text: message, suggestion }) =>
        createFinding(piece.toPlace({ from, to }), 'grammar', { text: message, suggestions: suggestion === undefined ? [] : [suggestion] }),
      ),
    hasTime,
  );
  return createGrammarCheck(read);
}

export function listRuleFindings(text: string): JapaneseFinding[] {
  const sentences = splitSentences(text);
  return Object.values(japaneseRules).flatMap((find) => find(text, sentences));
}

const toFinding = (from: number, to: number, text: string, suggestion?: string): JapaneseFinding => ({
  from,
  to,
  text,
  ...(suggestion === undefined ? {} : { suggestion }),
});

function createPatternRule(regex: RegExp, message: string, correct?: (found: string) => string): Rule {
  return (text) =>
    Array.from(text.matchAll(regex), ({ 0: found, index }) => toFinding(index, index + found.length, message, correct?.(found)));
}

function createPhraseRule(all: readonly Phrase[], message: string): Rule {
  return (text) =>
    all.flatMap(([regex, correction]) =>
      Array.from(text.matchAll(regex), ({ 0: found, 1: first = '', 2: second = '', index }) =>
        toFinding(index, index + found.length, message, correction?.replace('$1', first).replace('$2', second)),
      ),
    );
}

function findLongSentences(_: string, sentences: readonly TextSpan[]): JapaneseFinding[] {
  return sentences
    .filter(({ from, to }) => to - from > MAX_SENTENCE_CHARS)
    .map(({ from, to }) => toFinding(from, to, `一文が${MAX_SENTENCE_CHARS}文字を超えています（${to - from}文字）。`));
}

/** The first mark above the limit. A mark behind a noun is in a list and does not count. */
function findManyCommas(text: string, sentences: readonly TextSpan[]): JapaneseFinding[] {
  return sentences.flatMap(({ from, to }) => {
    const marks = [...text.slice(from, to).matchAll(/(?<=\p{Script=Hiragana})、/gu)];
    const at = marks[MAX_COMMAS]?.index;
    return at === undefined ? [] : [toFinding(from + at, from + at + 1, `一文に「、」が${marks.length}つあります。`)];
  });
}

const politeEnd = /(?:です|ます|でした|ました|ません|ましょう|ください)[かねよ]{0,2}[。！？!?]$/;
const plainEnd = /(?:である|であった|だった|[^んたいうくぐすつぬぶむる]だ|のだ|ではない)[。！？!?]$/;

/**
 * Plain sentences in a text that is polite elsewhere. Only where the ending is certain: a noun or a plain
 * verb at the end is usual in both styles.
 */
function findMixedStyles(text: string, sentences: readonly TextSpan[]): JapaneseFinding[] {
  const endsWith = (end: RegExp) => sentences.filter(({ from, to }) => end.test(text.slice(from, to)));
  const plain = endsWith(plainEnd);
  if (plain.length === 0 || endsWith(politeEnd).length === 0) return [];
  return plain.map(({ from, to }) => {
    const [end = ''] = plainEnd.exec(text.slice(from, to)) ?? [];
    return toFinding(to - end.length, to, '「ですます調」の文章に「である調」が混ざっています。');
  });
}

/** The second が that means "but", in one sentence. */
function findRepeatedButs(text: string, sentences: readonly TextSpan[]): JapaneseFinding[] {
  return sentences.flatMap(({ from, to }) => {
    const [, second] = text.slice(from, to).matchAll(/(?<=[いるただすんう])が(?=、)/g);
    return second ? [toFinding(from + second.index, from + second.index + 1, '一文に逆接の「が、」が二回あります。')] : [];
  });
}

const conjunction =
  /^(?:しかし|そして|また|さらに|ただし|だから|そのため|でも|なお|それから|つまり|ところが|したがって|一方|ちなみに)(?=[、，])/;

/** Two sentences in a row that begin with the same conjunction. */
function findRepeatedConjunctions(text: string, sentences: readonly TextSpan[]): JapaneseFinding[] {
  const firsts = sentences.map(({ from, to }) => conjunction.exec(text.slice(from, to))?.[0]);
  return sentences.flatMap(({ from }, at) => {
    const word = firsts[at];
    return word !== undefined && word === firsts[at - 1] ? [toFinding(from, from + word.length, `接続詞「${word}」が続いています。`)] : [];
  });
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
const particles = new Set('は が を に で と へ も'.split(' '));
/** The others stand twice in many correct sentences. */
const oncePerNoun = new Set(['は', 'を']);
/** とと and もも are in many words. */
const neverDoubled = new Set(['が', 'を', 'に', 'で', 'へ']);
/** A verb or another ending between two particles begins a new phrase: 味を伝える言葉を. */
const isNoun = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Latin}ー々]+$|^の$/u;

/** The same particle twice, with only nouns between or nothing. */
function findRepeatedParticles(text: string): JapaneseFinding[] {
  const found: JapaneseFinding[] = [];
  let last = '';
  let nouns = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    if (!particles.has(segment)) {
      if (isNoun.test(segment)) nouns++;
      else last = '';
      continue;
    }
    const isDoubled = segment === last && nouns === 0 && neverDoubled.has(segment);
    if (isDoubled) found.push(toFinding(index - segment.length, index + segment.length, '助詞が重なっています。', segment));
    else if (segment === last && nouns > 0 && oncePerNoun.has(segment))
      found.push(toFinding(index, index + segment.length, `助詞「${segment}」が続けて使われています。`));
    last = segment;
    nouns = 0;
  }
  return found;
}

const brackets: Readonly<Record<string, string>> = { '「': '」', '『': '』', '（': '）', '【': '】', '〈': '〉', '《': '》', '［': '］' };
const anyBracket = new RegExp(`[${Object.entries(brackets).flat().join('')}]`, 'g');

function findUnpairedBrackets(text: string): JapaneseFinding[] {
  const open: { readonly sign: string; readonly index: number }[] = [];
  const unpaired: number[] = [];
  for (const { 0: sign, index } of text.matchAll(anyBracket)) {
    if (sign in brackets) open.push({ sign, index });
    else if (brackets[open.at(-1)?.sign ?? ''] === sign) open.pop();
    else unpaired.push(index);
  }
  return [...unpaired, ...open.map(({ index }) => index)].map((at) => toFinding(at, at + 1, '括弧が対になっていません。'));
}
