import { expect, test } from 'vitest';
import { pageFiles } from './page-files.ts';

const manifest = {
  'src/web/entry.client.tsx': {
    file: 'assets/entry.js',
    css: ['assets/entry.css'],
    assets: ['assets/rest.woff2', 'assets/common.woff2'],
    imports: ['_runtime.js'],
  },
  '_runtime.js': { file: 'assets/runtime.js', imports: ['src/web/entry.client.tsx'] },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'] },
  'src/web/features/catalogue/home-page.tsx': {
    file: 'assets/home.js',
    css: ['assets/home.css'],
    imports: ['src/web/entry.client.tsx', '_card.js'],
  },
  'locales/es.po': { file: 'assets/es.js' },
  'src/ui/fonts/face-common.woff2': { file: 'assets/common.woff2' },
  'src/ui/fonts/face-rest.woff2': { file: 'assets/rest.woff2' },
};

test('page files: entry, page, language and common font files are listed once, each after what it imports', () => {
  expect(pageFiles(manifest, ['src/web/features/catalogue/home-page.tsx', 'locales/es.po'])).toEqual({
    entry: '/assets/entry.js',
    scripts: ['/assets/runtime.js', '/assets/entry.js', '/assets/card.js', '/assets/home.js', '/assets/es.js'],
    styles: ['/assets/entry.css', '/assets/card.css', '/assets/home.css'],
    fonts: ['/assets/common.woff2'],
  });
});

test('page files: a file missing from the build throws its name', () => {
  expect(() => pageFiles(manifest, ['src/web/features/content/gone.tsx'])).toThrow('src/web/features/content/gone.tsx');
  expect(() => pageFiles(manifest, ['src/web/features/catalogue/home-page.tsx', 'locales/jp.po'])).toThrow('locales/jp.po');
});
