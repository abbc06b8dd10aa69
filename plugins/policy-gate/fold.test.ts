import { expect, test } from 'vitest';
import { foldText } from './fold.ts';

test.each([
  ['width, case and accents', 'Ｆöllôw ME', 'follow me'],
  ['invisible characters', 'fol\u200blow\u00ad', 'follow'],
  ['lookalikes', 'fоllоw', 'follow'],
  ['hiragana', 'いいね', 'イイネ'],
  ['half-width kana', 'ｲｲﾈ', 'イイネ'],
  ['a dash after katakana', 'フォロワ-', 'フォロワー'],
  ['the kanji for one after katakana', 'フォロワ一募集', 'フォロワー募集'],
  ['a dash before a number: kept', 'ア-1', 'ア-1'],
  ['a dash after a middle dot: kept', 'ア・-', 'ア・-'],
  ['a dash between Latin letters: kept', 'a-b', 'a-b'],
  ['a second dash: kept', 'ア--', 'アー-'],
  ['stretched letters', 'liiiiikes', 'liikes'],
  ['stretched digits: kept', '1000', '1000'],
  ['a word spelled with points', 'f.o.l.l.o.w', 'follow'],
  ['a word spelled with spaces, then a sentence', 'buy l i k e s now', 'buy likes now'],
  ['katakana spelled with middle dots', 'イ・イ・ネ', 'イイネ'],
  ['two letters: kept', 'a.b', 'a.b'],
  ['different separators: kept', 'a.b-c', 'a.b-c'],
  ['single letters between words: kept', 'in a side street', 'in a side street'],
])('fold: %s', (_, text, folded) => {
  expect(foldText(text)).toBe(folded);
});
