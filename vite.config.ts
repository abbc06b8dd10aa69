// Two builds of one source: what the browser runs, and what the server renders pages with. There is no index.html; the server writes the document.
import { join } from 'node:path';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every page needs, by name: what is new belongs to the pages that ask for it. zod comes when somebody is about to fill in a form, uqr with the picture that it draws, marked and diff with a delivery. */
const isFrame =
  /node_modules\/(?!(zod|uqr|marked|diff)\/)|\/src\/(lib\/(filled-path|locale|money)|pages|web\/(ui\/(alive|badge|base|button|card|eyebrow|later|toasts|tokens)\.|(addresses|adopt|app|builds|consent|doors|entry\.client|i18n|kept|load-page|marks|page-data|reload-once|scene|screens|session|stage|traffic|visit)\.tsx?$|parts\/(boundary|button|fault-notice|notice|menu)))/;

/** What every form has, and what it is sent by. */
const isForm = /\/src\/web\/(client\.|ui\/(use-form|form-\w+|field|submit-button|error-summary|split)\.)/;

/** What every page has that leads to an account. */
const leadsToAccount = /\/src\/web\/(account-words|parts\/account-page|ui\/typed)\./;

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
      target: ['chrome123', 'firefox120', 'safari17.5'],
      // Of what a page loads later only the styles are named beforehand: scripts find each other, and the first page's are in its document. A list of all of
      // them would be the longest thing in the frame.
      modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')) },
      assetsInlineLimit: 0,
      emptyOutDir: true,
    },
    environments: {
      client: {
        build: {
          outDir: join(folder, 'client'),
          manifest: true,
          rolldownOptions: {
            input: 'src/web/entry.client.tsx',
            // What the frame needs anyway comes in one file: a dozen small ones cost more, in bytes and in requests.
            output: {
              // Every page lists the files that may come later; a name that says what is in them would only make the list longer.
              chunkFileNames: 'assets/[hash:7].js',
              assetFileNames: 'assets/[hash:7][extname]',
              codeSplitting: {
                groups: [
                  { name: 'frame', test: isFrame },
                  { name: 'form', test: isForm },
                  { name: 'account', test: leadsToAccount },
                ],
              },
            },
          },
        },
      },
      // The desk's app is a build of its own: an origin of its own shares no file with the shop's, and weighs nothing there.
      desk: {
        consumer: 'client',
        build: { outDir: join(folder, 'desk'), manifest: true, rolldownOptions: { input: 'src/desk/app/entry.tsx' } },
      },
      ssr: {
        // React's production build, whatever NODE_ENV says: it is bundled, and its switch is settled here.
        resolve: { noExternal: built ? true : [] },
        define: built ? { 'process.env.NODE_ENV': '"production"' } : {},
        build: { outDir: join(folder, 'server'), ssr: true, minify: true, rolldownOptions: { input: 'src/web/entry.server.tsx' } },
      },
    },
    builder: {},
  };
});
