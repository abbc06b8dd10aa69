import { expect, test } from 'vitest';
import { getPageFiles } from './page-files.ts';

const manifest = {
  'src/account/entry.client.tsx': {
    file: 'assets/entry.js',
    css: ['assets/entry.css'],
    assets: ['assets/rest.woff2', 'assets/common.woff2'],
    imports: ['_runtime.js'],
  },
  'src/site/enhance/page.ts': { file: 'assets/page.js', imports: ['_session.js'] },
  '_session.js': { file: 'assets/session.js' },
  '_runtime.js': { file: 'assets/runtime.js', imports: ['src/account/entry.client.tsx'] },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'] },
  'src/site/pages/home/home-page.tsx': {
    file: 'assets/home.js',
    css: ['assets/home.css'],
    imports: ['src/account/entry.client.tsx', '_card.js'],
  },
  'locales/account/es.po': { file: 'assets/es.js' },
  'src/ui/fonts/face-common.woff2': { file: 'assets/common.woff2' },
  'src/ui/fonts/face-rest.woff2': { file: 'assets/rest.woff2' },
};

const app = (...loaded: string[]) => ({ entry: 'src/account/entry.client.tsx', styled: [], loaded });

test('page files: entry, page, language and common font files are listed once, each after what it imports', () => {
  expect(getPageFiles(manifest, app('src/site/pages/home/home-page.tsx', 'locales/account/es.po'))).toEqual({
    entry: '/assets/entry.js',
    scripts: ['/assets/runtime.js', '/assets/entry.js', '/assets/card.js', '/assets/home.js', '/assets/es.js'],
    styles: ['/assets/entry.css', '/assets/card.css', '/assets/home.css'],
    fonts: ['/assets/common.woff2'],
  });
});

test('page files: a document has the styles of its parts, and no script but its entry and what that imports', () => {
  const styled = ['src/site/pages/home/home-page.tsx'];
  expect(getPageFiles(manifest, { entry: 'src/site/enhance/page.ts', styled, loaded: [] })).toMatchObject({
    entry: '/assets/page.js',
    scripts: ['/assets/session.js', '/assets/page.js'],
    styles: ['/assets/entry.css', '/assets/card.css', '/assets/home.css'],
  });
});

test('page files: a file missing from the build throws its name', () => {
  expect(() => getPageFiles(manifest, app('src/account/features/content/gone.tsx'))).toThrow('src/account/features/content/gone.tsx');
  expect(() => getPageFiles(manifest, app('src/site/pages/home/home-page.tsx', 'locales/account/jp.po'))).toThrow('locales/account/jp.po');
});
