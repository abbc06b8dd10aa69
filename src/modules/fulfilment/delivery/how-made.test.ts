// What is recorded about how a delivery was made, and what it is asked against.
import { describe, expect, test } from 'vitest';
import { UserError } from '#lib/user-error.ts';
import { PROGRAM } from '../rules.ts';
import { decideHowMade, findPromiseConcern } from './how-made.ts';

const now = new Date('2026-11-28T09:00:00Z');
const by = { id: 'mira', name: 'Mira Sample' };
const reviewed = { reviewedBy: 'Mira Sample', reviewedAt: '2026-11-28T09:00:00.000Z' };
const question = { draft: { text: 'Bread.', help: [] }, promised: { kind: 'person' as const, tools: [] }, noGeneratedText: false, by, now };
const drafted = { draft: { text: 'Bread.', help: ['language model m at h'] } };
const assisted = { promised: { kind: 'assisted' as const, tools: [] } };

type Case = readonly [string, Parameters<typeof decideHowMade>[0], Partial<Parameters<typeof decideHowMade>[1]>, object | string];

describe('how a delivery was made', () => {
  test.for<Case>([
    ['written by hand, nothing said', undefined, {}, { kind: 'person', tools: [], ...reviewed }],
    [
      'drafted by a program of a mixed service, nothing said',
      undefined,
      { ...drafted, ...assisted },
      { kind: 'assisted', tools: ['language model m at h'], ...reviewed },
    ],
    ['drafted by a program, promised by people, nothing said', undefined, drafted, 'howMade'],
    ['drafted by a program and written anew', { kind: 'person', tools: [] }, drafted, { kind: 'person', tools: [], ...reviewed }],
    [
      'drafted by a program, said so',
      { kind: 'assisted', tools: ['AI (m)'] },
      drafted,
      { kind: 'assisted', tools: ['AI (m)'], ...reviewed },
    ],
    ['generated with nothing named', { kind: 'generated', tools: [] }, {}, 'howMade.tools'],
    ['by people, with a tool that was typed before', { kind: 'person', tools: ['AI (m)'] }, {}, { kind: 'person', tools: [], ...reviewed }],
    [
      'generated, in a shop that promises no generated text',
      { kind: 'generated', tools: ['AI (m)'] },
      { noGeneratedText: true },
      'howMade',
    ],
    [
      'drafted by a program, in a shop that promises no generated text',
      undefined,
      { ...drafted, ...assisted, noGeneratedText: true },
      'howMade',
    ],
    [
      'a generated picture without a text, in such a shop',
      { kind: 'generated', tools: ['AI (m)'] },
      { noGeneratedText: true, draft: { text: ' ', help: [] } },
      { kind: 'generated', tools: ['AI (m)'], ...reviewed },
    ],
    [
      'a report that a program delivers, in such a shop',
      undefined,
      { ...drafted, noGeneratedText: true, by: { id: PROGRAM, name: 'p' } },
      { kind: 'generated', tools: ['language model m at h'], reviewedBy: null, reviewedAt: null },
    ],
  ])('%s: recorded, or asked on its field', ([, answer, more, outcome]) => {
    const decide = () => decideHowMade(answer, { ...question, ...more });
    if (typeof outcome !== 'string') return expect(decide()).toEqual(outcome);
    try {
      decide();
    } catch (cause) {
      return expect(cause instanceof UserError && Object.keys(cause.errors)).toEqual([outcome]);
    }
    throw new Error('It was recorded.');
  });

  test('less than people promised needs a reason, and only then', () => {
    const made = { kind: 'assisted' as const, tools: ['AI (m)'], ...reviewed };
    expect(findPromiseConcern(made, question.promised).map(({ id }) => id)).toEqual(['howMade.beyond']);
    expect(findPromiseConcern({ ...made, kind: 'person' }, question.promised)).toEqual([]);
    expect(findPromiseConcern(made, assisted.promised)).toEqual([]);
  });
});
