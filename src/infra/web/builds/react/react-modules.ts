// Vite plugin: the React of the storefront's pages, as ES modules and without the features that they do not use. Development and the desk have all of React.
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { absentElements, absentExports, withoutAbsentFeatures } from './absent-features.ts';
import { esModuleOf } from './es-module.ts';

const files: Readonly<Record<string, string>> = {
  react: 'react.production.js',
  'react/jsx-runtime': 'react-jsx-runtime.production.js',
  'react-dom': 'react-dom.production.js',
  'react-dom/client': 'react-dom-client.production.js',
  scheduler: 'scheduler.production.js',
};

const headElement = new RegExp(`<(${absentElements.join('|')})[\\s/>]`);

export const reactModules = (environment: string): Plugin[] => [
  {
    name: 'react-modules',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === environment,
    resolveId: {
      filter: { id: /^(react|react\/jsx-runtime|react-dom|react-dom\/client|scheduler)$/ },
      async handler(id, importer) {
        const entry = await this.resolve(id, importer, { skipSelf: true });
        return entry && join(dirname(entry.id), 'cjs', files[id] ?? '');
      },
    },
    transform: {
      filter: { id: /\/node_modules\/(react|react-dom|scheduler)\/cjs\// },
      handler(source, id) {
        const isRenderer = basename(id) === files['react-dom/client'];
        return { code: esModuleOf(isRenderer ? withoutAbsentFeatures(source) : source, absentExports), map: null };
      },
    },
  },
  {
    name: 'elements-of-the-head',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === environment,
    transform: {
      filter: { id: /\/src\/.*\.tsx$/, code: headElement },
      handler(code) {
        this.error(`${headElement.exec(code)?.[0]}: the pages’ React cannot render it. See docs/decisions/115-pages-react.md.`);
      },
    },
  },
];
