import { expect, test } from 'vitest';
import { pageFiles } from './page-files.ts';

const manifest = {
  'src/web/entry.client.tsx': {
    file: 'assets/entry.js',
    css: ['assets/entry.css'],
    assets: ['assets/rest.woff2', 'assets/common.woff2'],
    imports: ['_shared.js'],
  },
  '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'], imports: ['src/web/entry.client.tsx'] },
  'src/web/features/catalogue/home-page.tsx': {
    file: 'assets/home.js',
    css: ['assets/home.css', 'assets/shared.css'],
    imports: ['_shared.js'],
  },
  'locales/es.po': { file: 'assets/es.js' },
  'src/ui/fonts/face-common.woff2': { file: 'assets/common.woff2' },
  'src/ui/fonts/face-rest.woff2': { file: 'assets/rest.woff2' },
};

test('page files: entry, page, language and common font files are listed, each once', () => {
  expect(pageFiles(manifest, ['src/web/features/catalogue/home-page.tsx', 'locales/es.po'])).toEqual({
    entry: '/assets/entry.js',
    scripts: ['/assets/entry.js', '/assets/shared.js', '/assets/home.js', '/assets/es.js'],
    styles: ['/assets/entry.css', '/assets/shared.css', '/assets/home.css'],
    fonts: ['/assets/common.woff2'],
  });
});

test('page files: a file missing from the build throws its name', () => {
  expect(() => pageFiles(manifest, ['src/web/features/content/gone.tsx'])).toThrow('src/web/features/content/gone.tsx');
  expect(() => pageFiles(manifest, ['src/web/features/catalogue/home-page.tsx', 'locales/jp.po'])).toThrow('locales/jp.po');
});
