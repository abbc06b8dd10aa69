// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { Later } from './lazy.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const Part = ({ text }: { text: string }) => <p>{text}</p>;
const startedReloads = () => Object.keys(sessionStorage).filter((key) => key.startsWith('reload:'));

afterEach(() => sessionStorage.clear());

function mountLater() {
  const { promise, resolve, reject } = Promise.withResolvers<typeof Part>();
  const place = document.createElement('div');
  const root = createRoot(place);
  let failures = 0;
  const failed = () => {
    failures += 1;
  };
  act(() => root.render(<Later load={() => promise} given={{ text: 'here' }} failed={failed} />));
  return { place, root, resolve, reject, failures: () => failures };
}

test('late part: its file arrives, the part is shown', async () => {
  const { place, resolve } = mountLater();
  await act(async () => resolve(Part));
  expect(place.textContent).toBe('here');
});

test('late part: its file fails while it is wanted, the page is reloaded once', async () => {
  const { reject, failures } = mountLater();
  await act(async () => reject(new Error('gone')));
  expect(failures()).toBe(1);
  expect(startedReloads()).toHaveLength(1);
});

test('late part: its file fails after it was removed, nothing is called and nothing is reloaded', async () => {
  const { root, reject, failures } = mountLater();
  act(() => root.unmount());
  await act(async () => reject(new Error('gone')));
  expect(failures()).toBe(0);
  expect(startedReloads()).toEqual([]);
});
