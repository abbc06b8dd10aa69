// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropDraft, readDraft, saveDraft } from './draft-store.ts';
import { forgetDrafts } from './storage.ts';

const KEY = 'draft:order-brand-stories';
const REST_MS = 300;
const written = () => sessionStorage.getItem(KEY);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  forgetDrafts();
  vi.useRealTimers();
});

test('draft: written once after a pause in typing, with the last value', () => {
  const text = vi.fn(() => 'last');
  saveDraft(KEY, () => 'first');
  vi.advanceTimersByTime(REST_MS - 1);
  saveDraft(KEY, text);
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
  ['the field loses the focus', () => document.dispatchEvent(new Event('focusout'))],
  ['the draft is read', () => expect(readDraft(KEY)).toBe('typed')],
])('draft: written when %s', ([, happens]) => {
  saveDraft(KEY, () => 'typed');
  happens();
  expect(written()).toBe('typed');
});

test.for<[string, () => void]>([
  ['dropped', () => dropDraft(KEY)],
  ['removed at log-out', forgetDrafts],
])('draft: not written after it is %s', ([, happens]) => {
  saveDraft(KEY, () => 'typed');
  happens();
  vi.advanceTimersByTime(REST_MS);
  dispatchEvent(new Event('pagehide'));
  expect(written()).toBeNull();
});
