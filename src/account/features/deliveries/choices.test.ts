import { describe, expect, test } from 'vitest';
import { countDecided, keepChoices, listCorrections, readChoices, setChoice, takeAll, writeChoices } from './choices.ts';

const findings = [
  { from: 0, to: 13, replacements: [] },
  { from: 3, to: 6, replacements: ['have', 'had'] },
  { from: 5, to: 9, replacements: ['X'] },
  { from: 14, to: 21, replacements: [''] },
];

describe('choices', () => {
  test('a suggestion is taken, another one instead, and taken back', () => {
    const first = setChoice(findings, {}, 1, 0);
    expect(listCorrections(findings, first)).toEqual([{ from: 3, to: 6, replacement: 'have' }]);
    const second = setChoice(findings, first, 1, 1);
    expect(listCorrections(findings, second)).toEqual([{ from: 3, to: 6, replacement: 'had' }]);
    expect(setChoice(findings, second, 1, undefined)).toEqual({});
  });

  test('a passage that overlaps a taken one: the later decision counts, and one that is left stays left', () => {
    expect(setChoice(findings, { 1: 0, 3: 0 }, 2, 0)).toEqual({ 2: 0, 3: 0 });
    expect(setChoice(findings, { 1: 'left' }, 2, 0)).toEqual({ 1: 'left', 2: 0 });
    expect(setChoice(findings, { 1: 0 }, 2, 'left')).toEqual({ 1: 0, 2: 'left' });
  });

  test('all suggestions: the first of each, without what is decided, overlaps or has none', () => {
    expect(takeAll(findings, {})).toEqual({ 1: 0, 3: 0 });
    expect(takeAll(findings, { 1: 'left' })).toEqual({ 1: 'left', 2: 0, 3: 0 });
    expect(takeAll(findings, { 2: 0 })).toEqual({ 2: 0, 3: 0 });
    expect(countDecided(findings, { 1: 'left', 3: 0 })).toBe(2);
  });

  test('a draft: read as it was kept, without what this report does not have', () => {
    const choices = { 1: 'left', 3: 0 } as const;
    expect(readChoices(keepChoices(choices), findings)).toEqual(choices);
    expect(readChoices('0-left,1-7,2-0,9-0,x,3', findings)).toEqual({ 2: 0 });
    expect(readChoices(undefined, findings)).toEqual({});
    expect(writeChoices(choices)).toBe('3-0');
  });
});
