// Two builds of one source: what the browser runs, and what the server renders pages with. There is no index.html; the server writes the document.
import { join } from 'node:path';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => {
  // A build is made in a folder of its own and renamed when it is whole; see src/infra/web/build.ts.
  const folder = process.env.BUILD_FOLDER ?? 'dist/by-hand';
  const built = command === 'build';
  return {
    appType: 'custom',
    clearScreen: false,
    publicDir: false,
    plugins: [react(), lingui({ failOnCompileError: built }), babel({ presets: [linguiTransformerBabelPreset()] })],
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      // light-dark()'s first versions: with an older target it is rewritten, and a theme chosen by script changes nothing any more.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      emptyOutDir: true,
    },
    environments: {
      client: {
        build: { outDir: join(folder, 'client'), manifest: true, rollupOptions: { input: 'src/web/entry.client.tsx' } },
      },
      ssr: {
        // React's production build, whatever NODE_ENV says: it is bundled, and its switch is settled here.
        resolve: { noExternal: built ? true : [] },
        define: built ? { 'process.env.NODE_ENV': '"production"' } : {},
        build: { outDir: join(folder, 'server'), ssr: true, minify: true, rollupOptions: { input: 'src/web/entry.server.tsx' } },
      },
    },
    builder: {},
  };
});
