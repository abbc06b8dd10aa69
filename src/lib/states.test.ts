import { expect, test } from 'vitest';
import { countriesIn } from './money/countries.ts';
import { statesOfCountry } from './states.ts';

test.for([
  ['US', 54, 'New York'],
  ['CA', 13, 'Québec'],
  ['AU', 8, 'New South Wales'],
] as const)('states of %s: all are listed, each once', ([country, count, name]) => {
  const states = statesOfCountry(country);
  expect(new Set(states.map(({ code }) => code)).size).toBe(count);
  expect(states).toHaveLength(count);
  expect(states.map((state) => state.name)).toContain(name);
  for (const state of states)
    expect(state).toEqual({ code: expect.stringMatching(/^[A-Z]{2,3}$/), name: expect.stringMatching(/^\p{Lu}/u) });
});

test('states of other countries: none', () => {
  for (const { code } of countriesIn('en')) if (!['US', 'CA', 'AU'].includes(code)) expect(statesOfCountry(code)).toEqual([]);
  for (const strange of ['', 'constructor', '__proto__']) expect(statesOfCountry(strange)).toEqual([]);
});
