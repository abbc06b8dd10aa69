// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { createLazyPart } from './lazy.tsx';

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
  const Late = createLazyPart(() => promise);
  act(() => root.render(<Late text="here" onMissing={failed} />));
  return { place, root, resolve, reject, failures: () => failures };
}

test('lazy component: shown when its file has loaded', async () => {
  const { place, resolve } = mountLater();
  await act(async () => resolve(Part));
  expect(place.textContent).toBe('here');
});

test('lazy component: the page reloads once if its file fails', async () => {
  const { reject, failures } = mountLater();
  await act(async () => reject(new Error('gone')));
  expect(failures()).toBe(1);
  expect(startedReloads()).toHaveLength(1);
});

test('lazy component: no reload if its file fails after it was unmounted', async () => {
  const { root, reject, failures } = mountLater();
  act(() => root.unmount());
  await act(async () => reject(new Error('gone')));
  expect(failures()).toBe(0);
  expect(startedReloads()).toEqual([]);
});
