// The browser build and the server-rendering build of the storefront. There is no index.html; the server
// writes the document.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type ViteBuilder } from 'vite';
import { compressAssets } from '#platform/assets/compress.ts';
import { listBiggestParts } from '#site/builds/biggest-parts.ts';
import { bundledPackages } from '#site/builds/bundled-packages.ts';
import { compileMacros } from '#site/builds/compile-macros.ts';

/** The server's pages refer to the browser's files. */
const assetFileNames = 'assets/[hash:7][extname]';

// The desk's app is a separate build for a separate origin. In development, one server has both.
const deskIn = (folder: string) =>
  ({
    consumer: 'client',
    build: {
      outDir: join(folder, 'desk'),
      manifest: true,
      rolldownOptions: { input: 'src/desk/app/entry.tsx' },
    },
  }) satisfies EnvironmentOptions;

/** What browsers download is compressed while the next environment is built. */
async function buildApp(builder: ViteBuilder): Promise<void> {
  const compressing: Promise<void>[] = [];
  for (const environment of Object.values(builder.environments)) {
    const { consumer, build } = environment.config;
    const output = await builder.build(environment);
    if (consumer === 'server') continue;
    compressing.push(compressAssets(join(build.outDir, 'assets')));
    if ('output' in output) console.log(`Biggest in ${environment.name}: ${listBiggestParts(output)}.`);
  }
  await Promise.all(compressing);
}

export default defineConfig(({ command }) => {
  // A build is written to a new folder and renamed when complete; see src/site/builds/build.ts.
  const folder = process.env.BUILD_FOLDER ?? 'dist/by-hand';
  const built = command === 'build';
  return {
    appType: 'custom',
    clearScreen: false,
    publicDir: false,
    plugins: [react(), lingui({ failOnCompileError: true }), bundledPackages(), compileMacros()],
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      // The first versions with light-dark(): for an older target it is rewritten, and a theme set by script
      // has no effect.
      target: ['chrome123', 'firefox120', 'safari17.5'],
      // Of what a page loads later only the styles are named beforehand: scripts find each other, and the
      // first page's are in its document. A list of all of them would be the longest thing in the frame.
      modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')) },
      assetsInlineLimit: 0,
      emptyOutDir: true,
    },
    environments: {
      ...(built && { desk: deskIn(folder) }),
      client: {
        build: {
          outDir: join(folder, 'client'),
          manifest: true,
          rolldownOptions: {
            // Documents and their frame are here for their styles: the browser loads no script of them.
            input: [
              'src/account/entry.client.tsx',
              'src/site/enhance/page.ts',
              'src/site/frame/frame.tsx',
              ...globSync('src/site/pages/**/*-page.tsx'),
            ],
            preserveEntrySignatures: 'exports-only',
            // Every page lists its lazy files; longer names would only make the page larger.
            output: { chunkFileNames: 'assets/[hash:7].js', assetFileNames },
          },
        },
      },
      ssr: {
        // Bundle React's production build, whatever NODE_ENV says at run time.
        resolve: { noExternal: built ? true : [] },
        // In development, Vite compiles the imports of a module before they are requested.
        dev: { preTransformRequests: true },
        define: built ? { 'process.env.NODE_ENV': '"production"' } : {},
        build: {
          outDir: join(folder, 'server'),
          ssr: true,
          minify: true,
          rolldownOptions: { input: 'src/site/entry.server.tsx', output: { assetFileNames } },
        },
      },
    },
    // One set of plugins for all environments: each would load this file again. One after the other, because
    // Vite's plugin for styles keeps those of one build.
    builder: {
      sharedConfigBuild: true,
      buildApp,
    },
  };
});
