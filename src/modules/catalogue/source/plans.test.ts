// Errors of plans in the owner's files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSource } from '#lib/yaml/parse.ts';
import { formatSourceError, isSourceErrors } from '#lib/yaml/source.ts';
import { parseCatalogue } from './parse.ts';

const folder = join(import.meta.dirname, '../../../../shop/catalogue');
const files = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
const against = { currencies: ['EUR', 'USD', 'AUD', 'NOK'], services: [], platforms: [], priced: files.map(({ file }) => file) };

/** The files of the shop with the text of Quick Reads changed. */
function parse(from: string | RegExp, to: string) {
  const all = files.map(({ file, text }) => readSource(file, file === 'quick-reads.yaml' ? text.replace(from, to) : text));
  const common = all.find(({ file }) => file === 'common.yaml');
  if (!common) throw new Error('no common.yaml');
  return parseCatalogue(
    common,
    all.filter((each) => each !== common),
    against,
  );
}

describe('plan', () => {
  const plan = (text: string, interval = 'month') =>
    parse(
      /interval: null([\s\S]*?) {2}- id: quick-reads-300\n {4}count: 300\n([\s\S]*?)maxQuantity: 20/,
      `interval: ${interval}$1  - id: quick-reads-300\n    ${text}\n$2maxQuantity: 1`,
    );
  const usual = (more = '') => `plan: { requests: 4, active: 1, services: { brandStories: 1 }${more} }`;

  test.each([
    usual(),
    usual(', rollover: { periods: 2, max: 4 }'),
    'plan: { requests: null, active: 3, services: { brandStories: 2, catchyPhrases: 1 } }',
  ])('%s: accepted', (text) => {
    const outcome = plan(text);
    expect(isSourceErrors(outcome) && outcome.map(formatSourceError)).toBe(false);
  });

  test.each([
    [usual(), 'null', /offers\.0\.plan: needs a service with "interval: month"/],
    ['plan: { requests: 0, active: 1, services: { brandStories: 1 } }', 'month', /plan\.requests: must be at least 1/],
    ['plan: { requests: 4, active: 0, services: { brandStories: 1 } }', 'month', /plan\.active: must be at least 1/],
    ['plan: { requests: 4, active: 1, services: {} }', 'month', /plan\.services: needs a service/],
    ['plan: { requests: 4, active: 1, services: { stories: 1 } }', 'month', /services\.stories: "stories" is no service/],
    ['plan: { requests: 4, active: 1, services: { brandStories: 5 } }', 'month', /services\.brandStories: is more than 4/],
    ['plan: { requests: 4, active: 1, services: { growthAcceleratorBundle: 1 } }', 'month', /is a bundle or is charged each month/],
    ['plan: { requests: 4, active: 1, services: { quickReads: 1 } }', 'month', /is a bundle or is charged each month/],
    [
      'plan: { requests: null, active: 1, services: { brandStories: 1 }, rollover: { periods: 1, max: 1 } }',
      'month',
      /rollover: is only for a number/,
    ],
    [usual(', rollover: { periods: 0, max: 1 }'), 'month', /rollover\.periods: must be at least 1/],
    [`${usual()}\n    turnaround: { amount: 2, unit: days }`, 'month', /offers\.0\.turnaround: is not for a plan/],
    [`${usual()}\n    eachUnitIsPiece: true`, 'month', /offers\.0\.eachUnitIsPiece: is not for a plan/],
  ])('%s, interval %s: refused', (text, interval, reason) => {
    const outcome = plan(text, interval);
    expect(isSourceErrors(outcome) && outcome.map(formatSourceError).join('\n')).toMatch(reason);
  });

  test('more than one of it: refused', () => {
    const outcome = parse('    count: 300\n', `    ${usual()}\n`);
    expect(isSourceErrors(outcome) && outcome.map(formatSourceError).join('\n')).toMatch(/maxQuantity: must be 1 for a plan/);
  });
});
