import { expect, test } from 'vitest';
import { makeHyphenatedKey, makeJoinedKey } from './make-key.ts';

test.for([
  ['Logo design', 'logo-design', 'logoDesign'],
  ['  Épisode n° 2: «El café»  ', 'episode-n-2-el-cafe', 'episodeN2ElCafe'],
  ['2 Fast reads', 'fast-reads', 'fastReads'],
  ['ロゴ', '', ''],
  ['ロゴ Logo', 'logo', 'logo'],
  ['', '', ''],
  ['x'.repeat(60), 'x'.repeat(40), 'x'.repeat(40)],
  ['Don’t use_this/../name', 'don-t-use-this-name', 'donTUseThisName'],
] as const)('%s: %s and %s', ([name, hyphenated, joined]) => {
  expect([makeHyphenatedKey(name), makeJoinedKey(name)]).toEqual([hyphenated, joined]);
});
