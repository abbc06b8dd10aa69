// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetDrafts } from '../../ui/browser/storage.ts';
import { dropDraft, keepDraft, readDraft } from './draft-store.ts';

const KEY = 'draft:order-brand-stories';
const REST_MS = 300;
const written = () => sessionStorage.getItem(KEY);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  forgetDrafts();
  vi.useRealTimers();
});

test('a draft is written once when the hand rests, with what came last', () => {
  const text = vi.fn(() => 'last');
  keepDraft(KEY, () => 'first');
  vi.advanceTimersByTime(REST_MS - 1);
  keepDraft(KEY, text);
  vi.advanceTimersByTime(REST_MS - 1);
  expect(written()).toBeNull();
  vi.advanceTimersByTime(1);
  expect(written()).toBe('last');
  vi.advanceTimersByTime(REST_MS);
  expect(text).toHaveBeenCalledOnce();
});

test.for<[string, () => void]>([
  ['the page is left', () => dispatchEvent(new Event('pagehide'))],
  ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the hand leaves the field', () => document.dispatchEvent(new Event('focusout'))],
  ['it is read', () => expect(readDraft(KEY)).toBe('typed')],
])('it is written before %s', ([, happens]) => {
  keepDraft(KEY, () => 'typed');
  happens();
  expect(written()).toBe('typed');
});

test.for<[string, () => void]>([
  ['dropped', () => dropDraft(KEY)],
  ['forgotten with everything of who logs out', forgetDrafts],
])('what is %s is not written afterwards', ([, happens]) => {
  keepDraft(KEY, () => 'typed');
  happens();
  vi.advanceTimersByTime(REST_MS);
  dispatchEvent(new Event('pagehide'));
  expect(written()).toBeNull();
});
