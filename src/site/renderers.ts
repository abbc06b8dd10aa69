// Loads the render bundle: from a build, or in development through Vite, which applies edits immediately.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ViteDevServer } from 'vite';
import type { Locale } from '#lib/locale.ts';
import type { Renderer } from '#lib/rendering.ts';
import type { Build } from './builds/build.ts';
import { RENDERER_ENTRY } from './builds/vite.ts';
import { getPageFiles, type Manifest, type PageFiles } from './page-files.ts';

export type PageMaker = {
  /** Called for every page, because it changes at runtime in development. */
  renderer(): Promise<Renderer>;
  files(screen: string, locale: Locale): Promise<StyledFiles>;
  /** Post-processes a finished document. */
  finish(url: string, html: string): Promise<string>;
};

/**
 * `style`: the text of all styles, to be inlined; empty in development, where they change, and `theme`
 * overrides them.
 */
export type StyledFiles = PageFiles & { readonly style: string; readonly theme?: string; readonly isApp: boolean };

export async function createProdRenderer(build: Build): Promise<PageMaker> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(build.folder, 'client', name), 'utf8'));
  const manifest = (await read('.vite/manifest.json')) as Manifest;
  const bundle = pathToFileURL(join(build.folder, 'server/entry.server.js')).href;
  const { renderer } = (await import(bundle)) as { renderer: Renderer };
  const known = new Map<string, StyledFiles>();
  return {
    renderer: async () => renderer,
    async files(screen, locale) {
      const key = `${screen} ${locale}`;
      const ready = known.get(key);
      if (ready) return ready;
      const sources = renderer.exportFiles(screen, locale);
      const files = getPageFiles(manifest, sources);
      const texts = await Promise.all(files.styles.map((name) => readFile(join(build.folder, 'client', name), 'utf8')));
      const styled = { ...files, isApp: sources.loaded.length > 0, style: texts.map((text) => text.trim()).join('') };
      known.set(key, styled);
      return styled;
    },
    finish: async (_url, html) => html,
  };
}

export function createDevRenderer(vite: ViteDevServer): PageMaker {
  const renderer = async () => ((await vite.ssrLoadModule(`/${RENDERER_ENTRY}`)) as { renderer: Renderer }).renderer;
  return {
    renderer,
    async files(screen, locale) {
      const { entry, styled, loaded } = (await renderer()).exportFiles(screen, locale);
      return {
        entry: `/${entry}`,
        // Styles come with scripts; load these two before them to avoid a flash.
        styles: ['/src/ui/styles/tokens.css?direct', '/src/ui/styles/base.css?direct'],
        style: '',
        scripts: styled.map((path) => `/${path}`),
        fonts: [],
        isApp: loaded.length > 0,
      };
    },
    finish: (url, html) => vite.transformIndexHtml(url, html),
  };
}
