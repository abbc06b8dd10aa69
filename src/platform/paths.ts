// Where files are: in the repository while the code runs from src/, and in the folder of a build, which has
// copies of `codeFiles` beside one bundle of the code.
// Only this file may ask for its own place.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FontPart } from '#lib/look/font-ranges.ts';

export type Bundle = {
  readonly id: string;
  /** The build of the pages that belongs to it. */
  readonly pages: string;
  /** The hash of what draws icons and pictures, so that those of the build are found. */
  readonly drawings: string;
};
/** Set by scripts/bundle/bundle.ts. */
declare const __BUNDLE__: Bundle;
export const bundle: Bundle | undefined = typeof __BUNDLE__ === 'undefined' ? undefined : __BUNDLE__;

/** The folder of shop/, dist/ and package.json. A bundle is in dist/server/<id>. */
export const root = join(import.meta.dirname, bundle ? '../../..' : '../..');
/** The default shop, and the defaults of all others. */
export const defaultShop = join(root, 'shop');
/** The folder that has the file: the owner's, or that of the defaults. */
export const findFolderWith = (folder: string, file: string): string => (existsSync(join(folder, file)) ? folder : defaultShop);

/** What the code reads at run time, as globs; a bundle has copies in `codeRoot`. */
export const codeFiles = [
  'migrations/**/*.{sql,json}',
  'locales/server/*.mjs',
  'locales/*/en.po',
  'src/*/*/functions.sql',
  'src/platform/internal-pages/internal-pages.css',
  'src/site/developers/developers.css',
  'plugins/policy-gate/model/gate-model.bin',
  'src/ui/fonts/*.{txt,woff2}',
  'src/ui/styles/tokens.css',
  'node_modules/@expo-google-fonts/bricolage-grotesque/{400Regular,500Medium,700Bold}/*.ttf',
  'node_modules/@expo-google-fonts/{fraunces,space-grotesk,newsreader}/{500Medium,700Bold}/*.ttf',
  'node_modules/@expo-google-fonts/noto-sans-jp/{400Regular,500Medium,700Bold}/*.ttf',
  'node_modules/@resvg/resvg-wasm/index_bg.wasm',
  'node_modules/dictionary-{en,en-gb,es}/{index.aff,index.dic,package.json}',
  'node_modules/graphile-worker/package.json',
  'node_modules/harper.js/{dist/harper_wasm_bg.wasm,package.json}',
  'node_modules/nspell/package.json',
] as const;
export const codeRoot = bundle ? join(import.meta.dirname, 'files') : root;
/** In a bundle, packages are in another folder than node_modules, which npm leaves out of what it packs. */
export const getBundledPath = (path: string): string => path.replace(/^node_modules\//, 'packages/');
export const codeFile = (path: string): string => join(codeRoot, bundle ? getBundledPath(path) : path);

/** One of the two files of a display font (see src/lib/look/font-ranges.ts). */
export const getFontFile = (name: string, part: FontPart): string => codeFile(`src/ui/fonts/${name}-${part}.woff2`);

/** Files that start as threads or processes, and the plugins that come with the product. */
export const codeEntries = [
  'plugins/policy-gate/plugin.ts',
  'plugins/social-kits/plugin.ts',
  'plugins/text-checks/plugin.ts',
  'src/platform/embedded-postgres/watchdog.ts',
  'src/modules/content/source/logo-thread.ts',
  'src/site/seo/drawing/draw-process.ts',
  'src/platform/threads/child.ts',
  'src/modules/catalogue/draft-thread.ts',
  'src/modules/fulfilment/export/thread.ts',
  'src/modules/fulfilment/makers/process.ts',
  'src/modules/fulfilment/makers/thread.ts',
  'src/modules/invoicing/render-thread.ts',
  'src/modules/content/policies-thread.ts',
  'src/server/demo.ts',
  'src/server/plugins/notice-thread.ts',
  'src/server/prepare-database.ts',
] as const;
export type CodeEntry = (typeof codeEntries)[number];

export const getEntryName = (path: string): string =>
  path
    .replace(/^src\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-');
export const getCodeEntry = (path: CodeEntry): string =>
  bundle ? join(import.meta.dirname, `${getEntryName(path)}.js`) : join(root, path);
export const getThreadUrl = (path: CodeEntry): URL => pathToFileURL(getCodeEntry(path));

/** What a child process with few permissions must be able to read. */
export const readable: readonly string[] = bundle
  ? [import.meta.dirname, defaultShop]
  : ['node_modules', 'src', 'plugins', 'locales', 'shop', 'package.json'].map((each) => join(root, each));
