import { expect, test } from 'vitest';
import { listCountries } from './money/countries.ts';
import { hasStates } from './people/postal-address.ts';
import { listStates } from './states.ts';

test.for([
  ['US', 54, 'New York'],
  ['CA', 13, 'Québec'],
  ['AU', 8, 'New South Wales'],
  ['JP', 47, 'Tokyo'],
] as const)('states of %s: all are listed, each once', ([country, count, name]) => {
  const states = listStates(country);
  expect(new Set(states.map(({ code }) => code)).size).toBe(count);
  expect(states).toHaveLength(count);
  expect(states.map((state) => state.name)).toContain(name);
  for (const state of states)
    expect(state).toEqual({
      code: expect.stringMatching(/^([A-Z]{2,3}|\p{Script=Han}+[都道府県])$/u),
      name: expect.stringMatching(/^\p{Lu}/u),
    });
});

test('states of other countries: none', () => {
  for (const { code } of listCountries('en')) expect(listStates(code).length > 0, code).toBe(hasStates(code));
  for (const strange of ['', 'constructor', '__proto__']) expect(listStates(strange)).toEqual([]);
});
