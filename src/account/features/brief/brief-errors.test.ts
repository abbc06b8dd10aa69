import { expect, test } from 'vitest';
import type { Brief } from './brief.ts';
import { groupErrors, listErrors, listLines, nestErrors } from './brief-errors.ts';

const brief: Brief = { offerId: 'one', platform: '', quantity: '1', given: { urls: ['', 'x'], topic: '', files: [] } };
const errors = [
  { name: 'urls[1]', type: 'brief.url', message: 'Enter a full address.' },
  { name: 'topic', type: 'field.required', message: 'Tell us the topic.' },
  { name: 'platform', type: 'brief.platform', message: 'Choose a platform.' },
  { name: 'files', type: 'field.leastItems', message: 'Add at least 1.' },
];
const nested = nestErrors(errors, brief);

test('errors: nested as the form keeps them, and listed by the names of the questions', () => {
  expect(nested).toMatchObject({ platform: { message: 'Choose a platform.' }, given: { files: { root: { type: 'field.leastItems' } } } });
  expect(listErrors(nested).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
    errors.toSorted((a, b) => a.name.localeCompare(b.name)),
  );
});

test('error of a line: at its line', () => {
  const grouped = groupErrors(listErrors(nested));
  expect(grouped.get('urls')).toEqual({ lines: { 1: 'Enter a full address.' } });
  expect(grouped.get('files')).toEqual({ message: 'Add at least 1.', lines: {} });
});

test('summary: in form order, with labels unless the message names its field; what is hidden or edited is solved', () => {
  const labels = new Map(['platform', 'topic', 'urls', 'files'].map((name) => [name, name.toUpperCase()]));
  const words = { 'topic:field.required': { id: 'topic' } };
  const named = errors.filter(({ name }) => name !== 'platform');
  expect(listLines(errors, { words, labels, hidden: new Set(['files']), named })).toEqual([
    { name: 'platform', id: 'brief-platform', text: 'PLATFORM: Choose a platform.', solved: true },
    { name: 'topic', id: 'brief-topic', text: 'Tell us the topic.', solved: false },
    { name: 'urls[1]', id: 'brief-urls-1', text: 'URLS: Enter a full address.', solved: false },
    { name: 'files', id: undefined, text: 'FILES: Add at least 1.', solved: true },
  ]);
});
