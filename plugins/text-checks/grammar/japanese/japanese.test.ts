// The rules of the Japanese check: one planted error or more for each, which the README beside this file
// lists, and sentences without an error.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { splitSentences } from '../../text.ts';
import { type JapaneseRuleName, japaneseRules, listRuleFindings } from './japanese.ts';
import { hesitant, misusedPhrases, overpolite, redundant } from './phrases.ts';

/** The rule, the text, what it marks, and its correction. */
const planted: readonly [rule: JapaneseRuleName, text: string, marked: string, correction?: string][] = [
  ['long sentence', `${'パンを焼いて'.repeat(17)}います。`, `${'パンを焼いて'.repeat(17)}います。`],
  ['many commas', '朝から雨が降り、風も吹き、雪も舞い、寒く、暗い一日でした。', '、'],
  ['long kanji run', '東京都指定有形文化財です。', '東京都指定有形文化財'],
  ['mixed style', '人気のパンです。とても安い品である。', 'である。'],
  ['double negative', 'できないことはないです。', 'ないことはない'],
  ['dropped ら', '朝早くパンが食べれるので嬉しいです。', 'れ', 'られ'],
  ['dropped ら', '海が見れます。', 'れ', 'られ'],
  ['dropped ら', '早く起きれた日です。', 'れ', 'られ'],
  ['repeated が', '今日は晴れですが、寒いですが、出かけます。', 'が'],
  ['repeated conjunction', 'しかし、雨です。しかし、行きます。', 'しかし'],
  ['repeated particle', 'この店をパンを焼きます。', 'を'],
  ['repeated particle', '材料をを混ぜます。', 'をを', 'を'],
  ['doubled mark', '店が広くて、、きれいです。', '、、', '、'],
  ['misused', 'こんにちわ、山田です。', 'こんにちわ', 'こんにちは'],
  ['misused', '完壁な焼き上がりです。', '完壁', '完璧'],
  ['misused', '的を得た説明です。', '的を得', '的を射'],
  ['too polite', '先生がおっしゃられました。', 'おっしゃられ', 'おっしゃ'],
  ['too polite', '私に行かさせてください。', 'かさせて', 'かせて'],
  ['redundant', 'まず最初に生地をこねます。', 'まず最初に', '最初に'],
  ['redundant', '店内で試食することができます。', 'することができ', 'でき'],
  ['redundant', '約三十分ほどかかります。', '約三十分ほど'],
  ['hesitant', '売れるかもしれません。', 'かもしれ'],
  ['hesitant', '良い品だと思います。', 'と思います'],
  ['stray letter', 'お勧めですshよ。', 'sh'],
  ['separate voicing mark', 'ハ\u309aンです。', 'ハ\u309a', 'パ'],
  ['half-width kana', 'ﾊﾟﾝです。', 'ﾊﾟﾝ', 'パン'],
  ['invisible character', '見えない\u200b文字です。', '\u200b', ''],
  ['unpaired bracket', '「今日は晴れです。', '「'],
];

describe('Japanese rules', () => {
  test.for(planted)('%s: %s', ([rule, text, marked, correction]) => {
    const found = japaneseRules[rule](text, splitSentences(text));
    expect(found.map(({ from, to, suggestion }) => [text.slice(from, to), suggestion])).toEqual([[marked, correction]]);
  });

  test('every rule has a planted error, which the README lists', () => {
    expect(new Set(planted.map(([rule]) => rule))).toEqual(new Set(Object.keys(japaneseRules)));
    const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
    for (const rule of Object.keys(japaneseRules)) {
      const [, text = ''] = planted.find(([name]) => name === rule) ?? [];
      // Long sentences and marks that nobody sees are described.
      if (/^[^\u200b\u309a]{1,60}$/.test(text)) expect(readme).toContain(`| ${rule} | ${text.replace(/。$/, '')}`);
      else expect(readme).toContain(`| ${rule} |`);
    }
  });

  test.for([
    'パン屋は朝の七時に開きます。最初のパンは、向かいの学校が始まる前に売り切れてしまいます。',
    '味を伝える言葉を選びました。店が選んだパンが人気です。',
    'これでできることは、すべて試しました。ほかににんじんも使います。',
    '食べれば分かります。見れば驚きます。優れた品で、訪れる人も多いです。照れることはありません。',
    '参加させていただきます。話も写真も許可もあります。',
    'それ以外と比べてください。腰痛、寝返り、湿気、素材、手入れ、処分方法。',
    '「七時に開きます（水曜を除く）」と書いてあります。二千四百十二名が来ました。',
    '新商品だ！毎朝焼く。香りが違う。',
  ])('no finding: %s', (text) => {
    expect(listRuleFindings(text)).toEqual([]);
  });

  test('phrases: no correction contains a phrase that is marked again', () => {
    const all = [...misusedPhrases, ...overpolite, ...redundant, ...hesitant];
    for (const [, correction = ''] of all)
      for (const [regex] of all)
        expect(correction.replaceAll(/\$\d/g, ''), regex.source).not.toMatch(new RegExp(regex.source, regex.flags.replace('g', '')));
  });
});
