// The React of the pages, which is built without the features that they do not use, beside all of React.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Plugin, rolldown } from 'rolldown';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../paths.ts';
import { absentExports, leaveOut, withoutAbsentFeatures } from './absent-features.ts';
import { reactModules } from './react-modules.ts';

// Two packages without types.
const { traverse, parseSync } = createRequire(import.meta.url)('@babel/core') as Babel;
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  readonly JSDOM: new (html: string, options: object) => { readonly window: PageWindow };
};
type Babel = {
  readonly parseSync: (code: string, options: object) => object;
  readonly traverse: (tree: object, visitor: { Program(path: { readonly scope: { readonly globals: object } }): void }) => void;
};
type PageWindow = Window & Pick<typeof globalThis, 'Event' | 'MouseEvent'> & { readonly page: Page; eval(code: string): void };

const lean = reactModules('client') as readonly object[] as readonly Plugin[];

async function bundle(entry: string, plugins: readonly Plugin[]): Promise<string> {
  const build = await rolldown({
    input: entry,
    plugins: [...plugins],
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await build.generate({ format: 'iife', name: 'page' });
  await build.close();
  return output[0].code;
}

/** A module of the storefront, so that relative paths and packages are found. */
const inSource = (name: string, code: string): Plugin => ({
  name: 'in-source',
  resolveId: (id) => (id === 'entry' ? join(root, `src/web/${name}`) : undefined),
  load: (id) => (id.endsWith(`/src/web/${name}`) ? code : undefined),
});

let whole = '';
let without = '';

beforeAll(async () => {
  const entry = join(root, 'tests/support/react-page.tsx');
  [whole, without] = await Promise.all([bundle(entry, []), bundle(entry, lean)]);
});

const globalsOf = (code: string): string[] => {
  let names: string[] = [];
  traverse(parseSync(code, { configFile: false, babelrc: false }), {
    Program({ scope }) {
      names = Object.keys(scope.globals);
    },
  });
  return names;
};

test('pages’ React: a quarter smaller, and no variable is missing', () => {
  expect(without.length).toBeLessThan(whole.length * 0.76);
  const known = new Set(globalsOf(whole));
  expect(globalsOf(without).filter((name) => !known.has(name))).toEqual([]);
});

type Page = { readonly log: string[]; show(html?: string): () => void; store(value: number): void };
type Step = { readonly kind: 'act' | 'type' | 'tick' | 'choose' | 'focus' | 'point' | 'send' | 'store'; readonly number: number };

function open(code: string) {
  const { window } = new JSDOM('<!doctype html><body><div id="root"></div></body>', { runScripts: 'outside-only' });
  // React works without breaks, in turns of Node's event loop.
  Object.defineProperty(window, 'performance', { value: { now: () => 0 } });
  Object.assign(window, { setImmediate });
  window.eval(`${code};window.page = page`);
  return { window, page: window.page };
}

const TURNS = 8;

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((done) => setImmediate(done));
}

const all = (window: PageWindow, selector: string): HTMLElement[] => [...window.document.querySelectorAll<HTMLElement>(selector)];

const steps: Readonly<Record<Step['kind'], (window: PageWindow, page: Page, number: number) => void>> = {
  act(window, _, number) {
    const buttons = all(window, '[data-act]');
    buttons[number % buttons.length]?.click();
  },
  type(window, _, number) {
    const fields = all(window, 'input[name=text], textarea, input[name=free]') as HTMLInputElement[];
    const field = fields[number % fields.length];
    if (!field) return;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, `typed ${number}`);
    field.dispatchEvent(new window.Event('input', { bubbles: true }));
  },
  tick(window, _, number) {
    const boxes = all(window, '[type=checkbox], [type=radio]');
    boxes[number % boxes.length]?.click();
  },
  choose(window, _, number) {
    const [field] = all(window, 'select') as HTMLSelectElement[];
    if (!field) return;
    field.value = String((number % 2) + 1);
    field.dispatchEvent(new window.Event('change', { bubbles: true }));
  },
  focus(window, _, number) {
    const fields = all(window, 'input, textarea');
    fields[number % fields.length]?.focus();
  },
  point(window) {
    const target = all(window, '[data-act=add]')[0];
    target?.dispatchEvent(new window.MouseEvent('mouseover', { bubbles: true, relatedTarget: window.document.body }));
  },
  send: (window) => all(window, '[type=submit]')[0]?.click(),
  store: (_, page, number) => page.store(number % 3),
};

const kinds = Object.keys(steps) as Step['kind'][];
const step = fc.record<Step>({
  // Most steps are clicks on buttons.
  kind: fc.oneof({ weight: 3, arbitrary: fc.constant('act' as const) }, { weight: 2, arbitrary: fc.constantFrom(...kinds) }),
  number: fc.nat(30),
});

async function take(code: string, html: string | undefined, taken: readonly Step[]): Promise<readonly string[]> {
  const { window, page } = open(code);
  const unmount = page.show(html);
  await settle();
  const seen = [window.document.body.innerHTML];
  for (const { kind, number } of taken) {
    steps[kind](window, page, number);
    await settle();
    seen.push(`${kind} ${number}: ${window.document.body.innerHTML} ${page.log.splice(0).join()}`);
  }
  unmount();
  await settle();
  seen.push(`${window.document.body.innerHTML} ${page.log.join()}`);
  window.close();
  return seen;
}

async function firstHtml(): Promise<string> {
  const { window, page } = open(whole);
  page.show();
  await settle();
  return window.document.getElementById('root')?.innerHTML ?? '';
}

describe('the same steps on a page with all of React and with the pages’ React: the same documents, effects and errors', () => {
  test.for<[name: string, served: (html: string) => string | undefined]>([
    ['rendered in the browser', () => undefined],
    ['hydrated', (html) => html],
    ['hydrated, and the server’s text differs', (html) => html.replace('>Turn<', '>Return<')],
    ['hydrated, and an element is missing', (html) => html.replace(/<select.*<\/select>/, '')],
  ])('%s', async ([, served]) => {
    const html = served(await firstHtml());
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (taken) => {
        expect(await take(without, html, taken)).toEqual(await take(whole, html, taken));
      }),
      { numRuns: 8 },
    );
  });
});

describe('what only an absent feature reaches', () => {
  test.for([
    ['comparison', 'f.tag === 13 && a(); 22 !== f.tag && b();', '!1 && a(); !0 && b();'],
    ['number that is no tag', 'f.nodeType === 9 && a(f.tag);', 'f.nodeType === 9 && a(f.tag);'],
    [
      'variable with a tag',
      'function g(f) { var t = f.tag; return 5 === t || 26 === t; }',
      'function g(f) { var t = f.tag; return 5 === t || !1; }',
    ],
    ['variable of another function', 'function g(f) { var t = f.tag; } function h(t) { return 26 === t; }', undefined],
    [
      'case',
      'switch (f.tag) { case 5: a(); break; case 13: b(); break; default: c(); }',
      'switch (f.tag) { case 5: a(); break;  default: c(); }',
    ],
    [
      'case that another one reaches',
      'switch (f.tag) { case 5: a(); case 13: b(); break; }',
      'switch (f.tag) { case 5: a(); b(); break; }',
    ],
    ['case beside another one', 'switch (f.tag) { case 5: case 26: a(); break; }', 'switch (f.tag) { case 5: a(); break; }'],
    ['case of something else', 'switch (key) { case 13: a(); }', undefined],
    ['first cases', 'switch (f.tag) { case 31: case 13: a(); case 5: b(); }', 'switch (f.tag) {   case 5: b(); }'],
    [
      'variable of a case that is used elsewhere',
      'function g(f) { switch (f.tag) { case 13: var x = 1; return x; case 5: x = 2; return x; } }',
      'function g(f) {var x; switch (f.tag) {  case 5: x = 2; return x; } }',
    ],
    ['type', 'e.$$typeof === REACT_LAZY_TYPE && a();', '!1 && a();'],
    [
      'case of a type',
      'switch (e.$$typeof) { case REACT_LAZY_TYPE: a(); break; case REACT_MEMO_TYPE: b(); }',
      'switch (e.$$typeof) {  case REACT_MEMO_TYPE: b(); }',
    ],
    ['hook', 'var hooks = { useCallback: a, useTransition: b, useMemo: c };', 'var hooks = { useCallback: a, useMemo: c };'],
    ['key of another object', 'var other = { useTransition: b, useMemo: c };', undefined],
  ] as const)('%s', ([, source, text = source]) => expect(leaveOut(source).text).toBe(text));

  test('another version of React: refused', () => {
    expect(() => withoutAbsentFeatures('exports.version = "19.9.0";')).toThrow('React is not 19.3.1');
    expect(() => withoutAbsentFeatures('exports.version = "19.3.1";')).toThrow('does not have what is to be left out');
  });
});

describe('a feature that the pages’ React does not have', () => {
  test.for(absentExports.filter((name) => /^[a-z]\w+$|^[A-Z]/.test(name)))('import of %s: the build fails', async (name) => {
    const from = /^(browser|pre|requestForm|useForm)/.test(name) ? 'react-dom' : 'react';
    const entry = inSource('absent.tsx', `import { ${name} } from '${from}';\nconsole.log(${name});`);
    await expect(bundle('entry', [entry, ...lean])).rejects.toThrow(new RegExp(`"${name}" is not exported`));
  });

  test('element of the head: the build fails', async () => {
    const entry = inSource('absent.tsx', 'export const Late = () => <title>Late</title>;');
    await expect(bundle('entry', [entry, ...lean])).rejects.toThrow('<title>: the pages’ React cannot render it');
  });
});
