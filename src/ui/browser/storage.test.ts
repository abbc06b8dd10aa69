import { expect, test, vi } from 'vitest';
import { getItem } from './storage.ts';

test('storage: on the server, Node’s own is not read', () => {
  const storage = { getItem: vi.fn(() => 'of all visitors') };
  vi.stubGlobal('localStorage', storage);
  expect(getItem('orders')).toBeUndefined();
  expect(storage.getItem).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
