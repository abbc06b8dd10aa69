// @vitest-environment jsdom
import { act, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { adoptTyped, noteTyped } from './adopt-typed-input.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function Form() {
  const [state, setState] = useState({ name: '', about: 'old', ok: false, size: 's', color: 'red' });
  const set = (change: Partial<typeof state>) => setState((now) => ({ ...now, ...change }));
  return (
    <form>
      <input aria-label="name" value={state.name} onChange={(event) => set({ name: event.target.value })} />
      <textarea aria-label="about" value={state.about} onChange={(event) => set({ about: event.target.value })} />
      <input aria-label="ok" type="checkbox" checked={state.ok} onChange={(event) => set({ ok: event.target.checked })} />
      <select aria-label="size" value={state.size} onChange={(event) => set({ size: event.target.value })}>
        <option value="s">S</option>
        <option value="l">L</option>
      </select>
      {['red', 'blue'].map((color) => (
        <input key={color} aria-label={color} type="radio" name="color" checked={state.color === color} onChange={() => set({ color })} />
      ))}
      <output>{JSON.stringify(state)}</output>
    </form>
  );
}

test('input typed before hydration: is in the state of React afterwards', async () => {
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(<Form />);
  const field = <Element extends HTMLElement>(label: string) => root.querySelector(`[aria-label=${label}]`) as Element;
  field<HTMLInputElement>('name').value = 'Ada';
  field<HTMLTextAreaElement>('about').value = 'new';
  field<HTMLInputElement>('ok').checked = true;
  field<HTMLSelectElement>('size').value = 'l';
  field<HTMLInputElement>('blue').checked = true;

  const noted = noteTyped(root);
  await act(async () => void hydrateRoot(root, <Form />));
  await act(async () => adoptTyped(root, noted));

  expect(JSON.parse(root.querySelector('output')?.textContent ?? '')).toEqual({
    name: 'Ada',
    about: 'new',
    ok: true,
    size: 'l',
    color: 'blue',
  });
  expect(field<HTMLInputElement>('name').value).toBe('Ada');
});
