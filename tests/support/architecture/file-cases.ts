// Planted files and folders, for the rules of size.ts, folders.ts and names-and-words.ts.
import type { CasesForRules } from './cases.ts';

const longer = (lines: number, line = '// one more') => Array.from({ length: lines }, () => line).join('\n');
export const fileCases = {
  'places of files': {
    'paths.ts: allowed': { files: { 'src/infra/paths.ts': 'export const root = import.meta.dirname;' } },
    'test: allowed': { files: { 'src/lib/a.test.ts': "const folder = join(import.meta.dirname, 'x');" } },
    'variable of Vite: allowed': { files: { 'src/web/a.ts': 'const isDev = import.meta.env.DEV;' } },
    'folder of the file: refused': {
      files: { 'src/modules/orders/a.ts': "\nconst sql = join(import.meta.dirname, 'functions.sql');" },
      fault: /orders\/a\.ts:2 uses import\.meta\.dirname/,
    },
    'URL of the file: refused': {
      files: { 'src/infra/a.ts': "new Worker(new URL('./thread.ts', import.meta.url));" },
      fault: /uses import\.meta\.url/,
    },
    'place of a package: refused': { files: { 'src/infra/a.ts': "import.meta.resolve('pdfkit');" }, fault: /import\.meta\.resolve/ },
  },
  'file length': {
    'file of 300 lines: allowed': { files: { 'src/lib/a.ts': longer(300) } },
    'file of 301 lines: refused': { files: { 'src/lib/a.ts': longer(301) }, fault: /src\/lib\/a\.ts has 301 lines/ },
    'table of 301 lines: refused': { files: { 'src/pages.ts': longer(301) }, fault: /src\/pages\.ts has 301 lines/ },
  },
  'function length': {
    'function of 80 lines: allowed': { files: { 'src/lib/a.ts': `export function a() {\n${longer(78)}\n}` } },
    'function of 81 lines: refused': {
      files: { 'src/lib/a.ts': `\nexport function a() {\n${longer(79)}\n}` },
      fault: /a\.ts:2 has a function of 81 lines/,
    },
    'arrow function of 92 lines: refused': { files: { 'src/lib/a.ts': `export const a = () => {\n${longer(90)}\n};` }, fault: /92 lines/ },
    'function of 92 lines in a test: allowed': { files: { 'src/lib/a.test.ts': `it(() => {\n${longer(90)}\n});` } },
  },
  'small files': {
    'file of 19 lines with one user: refused': {
      files: { 'src/lib/a.ts': longer(19), 'src/lib/b.ts': "import './a.ts';" },
      fault: /src\/lib\/a\.ts has 19 lines and is used only by src\/lib\/b\.ts; merge it into that file/,
    },
    'blank lines do not count: refused': {
      files: { 'src/lib/a.ts': longer(19, '// one\n'), 'src/lib/b.ts': "import './a.ts';" },
      fault: /a\.ts has 19 lines/,
    },
    'one user with two imports: refused': {
      files: { 'src/lib/a.ts': '', 'src/lib/b.ts': "import './a.ts'; import type { A } from './a.ts';" },
      fault: /used only by src\/lib\/b\.ts/,
    },
    'user in another folder of the same layer: refused': {
      files: { 'src/web/shared/a.tsx': '', 'src/web/features/cart/b.tsx': "import '../../shared/a.tsx';" },
      fault: /src\/web\/shared\/a\.tsx has 0 lines/,
    },
    'component and its styles are short: refused': {
      files: { 'src/ui/display/a.tsx': longer(9), 'src/ui/display/a.module.css': longer(10), 'src/ui/display/b.tsx': "import './a.tsx';" },
      fault: /a\.tsx has 19 lines/,
    },
    'component of 20 lines with its styles: allowed': {
      files: { 'src/ui/display/a.tsx': longer(10), 'src/ui/display/a.module.css': longer(10), 'src/ui/display/b.tsx': "import './a.tsx';" },
    },
    'file of 20 lines: allowed': { files: { 'src/lib/a.ts': longer(20), 'src/lib/b.ts': "import './a.ts';" } },
    'two users: allowed': { files: { 'src/lib/a.ts': '', 'src/lib/b.ts': "import './a.ts';", 'src/lib/c.ts': "import './a.ts';" } },
    'user and a test: allowed': {
      files: { 'src/lib/a.ts': '', 'src/lib/b.ts': "import './a.ts';", 'src/lib/a.test.ts': "import './a.ts';" },
    },
    'no user: allowed': { files: { 'src/main.ts': '' } },
    'chunk: allowed': { files: { 'src/web/shared/a.tsx': '', 'src/web/shared/b.tsx': "void import('./a.tsx');" } },
    'user in another layer: allowed': { files: { 'src/infra/a.ts': '', 'src/server/b.ts': "import '../infra/a.ts';" } },
    'user in another module: allowed': {
      files: { 'src/modules/mail/reader.ts': '', 'src/modules/desk/b.ts': "import '../mail/reader.ts';" },
    },
    'file name that every module has: allowed': {
      files: { 'src/modules/desk/tickets/routes.ts': '', 'src/modules/desk/actions.ts': "import './tickets/routes.ts';" },
    },
    'worker thread: allowed': {
      files: { 'src/modules/texts/policies-thread.ts': '', 'src/modules/texts/a.ts': "import type { B } from './policies-thread.ts';" },
    },
  },
  'circles between sub-folders': {
    'one sub-folder imports another: allowed': { files: { 'src/modules/support/desk/a.ts': "import '../mail/b.ts';" } },
    'two sub-folders import each other through different files: refused': {
      files: {
        'src/modules/support/desk/a.ts': "import '../mail/b.ts';",
        'src/modules/support/mail/c.ts': "import type { D } from '../desk/d.ts';",
      },
      fault: /src\/modules\/support\/desk → src\/modules\/support\/mail → src\/modules\/support\/desk/,
    },
    'three sub-folders in a circle: refused': {
      files: {
        'src/modules/support/desk/a.ts': "import '../mail/a.ts';",
        'src/modules/support/mail/a.ts': "import '../files/a.ts';",
        'src/modules/support/files/a.ts': "import '../desk/b.ts';",
      },
      fault: /desk → src\/modules\/support\/mail → src\/modules\/support\/files → src\/modules\/support\/desk$/,
    },
    'sub-folder and the files of its module import each other: allowed': {
      files: { 'src/modules/support/desk/a.ts': "import '../queries.ts';", 'src/modules/support/routes.ts': "import './desk/b.ts';" },
    },
    'one feature imports another: allowed': {
      files: {
        'src/web/features/orders/a.tsx': "import '../brief/b.tsx';",
        'src/desk/features/clients/a.tsx': "import '../orders/b.tsx';",
      },
    },
    'two features import each other: refused': {
      files: {
        'src/web/features/orders/card/a.tsx': "import '../../deliveries/b.tsx';",
        'src/web/features/deliveries/c.tsx': "import css from '../orders/card/a.module.css';",
      },
      fault: /src\/web\/features\/orders → src\/web\/features\/deliveries → src\/web\/features\/orders/,
    },
    'two features import each other, one of them in a stylesheet: refused': {
      files: {
        'src/desk/features/orders/a.tsx': "import '../work/b.tsx';",
        'src/desk/features/work/c.module.css': ".c { composes: a from '../orders/a.module.css'; }",
      },
      fault: /src\/desk\/features\/orders → src\/desk\/features\/work → src\/desk\/features\/orders/,
    },
    'test closes the circle: allowed': {
      files: { 'src/modules/support/desk/a.ts': "import '../mail/b.ts';", 'src/modules/support/mail/c.test.ts': "import '../desk/d.ts';" },
    },
  },
  'folder order in src/web': {
    'folder imports a later folder and src/ui: allowed': {
      files: { 'src/web/features/a.tsx': "import '../shared/b.ts'; import '../../ui/forms/c.tsx'; import './orders/d.ts';" },
    },
    'folder imports an earlier folder: refused': {
      files: { 'src/web/api/a.ts': "\nimport '../features/orders/b.ts';" },
      fault: /src\/web\/api\/a\.ts:2 imports src\/web\/features\/orders\/b\.ts: features comes before api/,
    },
    'folder imports styles of an earlier folder: refused': {
      files: { 'src/web/layout/a.tsx': "import '../features/orders/b.module.css';" },
      fault: /features comes before layout/,
    },
    'stylesheet composes a class of an earlier folder: refused': {
      files: { 'src/web/layout/a.module.css': ".a { composes: b from '../features/orders/b.module.css'; }" },
      fault: /src\/web\/layout\/a\.module\.css:1 imports src\/web\/features\/orders\/b\.module\.css: features comes before layout/,
    },
    'folder missing from the order: refused': {
      files: { 'src/web/widgets/a.ts': '' },
      fault: /src\/web\/widgets\/a\.ts is in a folder that has no place in webOrder of tests\/support\/architecture\/folders\.ts/,
    },
    'test imports an earlier folder: allowed': { files: { 'src/web/api/a.test.ts': "import '../features/orders/b.ts';" } },
    'entry file imports a folder: allowed': { files: { 'src/web/entry.client.tsx': "import './app/a.ts'; import './router/b.ts';" } },
  },
  'named exports': {
    'named export: allowed': { files: { 'src/lib/a.ts': 'export const a = 1;' } },
    'default export: refused': { files: { 'src/lib/a.ts': 'export default 1;' }, fault: /a\.ts:1 exports default/ },
    'export *: refused': { files: { 'src/lib/a.ts': "export * from './b.ts';" }, fault: /exports \*/ },
    'default export in a configuration file: allowed': { files: { 'vite.config.ts': 'export default {};' } },
  },
  'repeated private types': {
    'type of one name in two files: allowed': {
      files: { 'src/lib/a.ts': 'type Found = 1;', 'src/web/b.ts': 'interface Found {}' },
    },
    'props in three files: allowed': {
      files: { 'src/ui/a.tsx': 'type Props = 1;', 'src/ui/b.tsx': 'type Props = 2;', 'src/ui/c.tsx': 'type Props = 3;' },
    },
    'exported type and test with the same name: not counted': {
      files: {
        'src/lib/a.ts': 'type Found = 1;',
        'src/web/b.ts': 'type Found = 2;',
        'src/web/c.ts': 'export type Found = 3;',
        'src/web/d.test.ts': 'type Found = 4;',
      },
    },
    'type and interface of one name in three files: refused': {
      files: { 'src/lib/a.ts': 'type Found = 1;', 'src/web/b.ts': 'interface Found {}', 'src/desk/c.ts': 'type Found = 3;' },
      fault: /^type Found is declared in 3 files: src\/lib\/a\.ts, src\/web\/b\.ts, src\/desk\/c\.ts/,
    },
  },
  'barrel files': {
    'index.ts re-exports: refused': {
      files: { 'src/lib/index.ts': "export { a } from './a.ts'; export const b = 1;" },
      fault: /index\.ts only passes on/,
    },
    'file with only re-exports: refused': {
      files: { 'src/lib/all.ts': "export { a } from './a.ts'; export type { B } from './b.ts';" },
      fault: /all\.ts only/,
    },
    'file with a re-export and its own export: allowed': {
      files: { 'src/lib/money/money.ts': "export { a } from './a.ts'; export const b = 1;" },
    },
  },
  'banned words': {
    'TODO: refused': { files: { 'src/lib/a.ts': '\n// TODO: later' }, fault: /a\.ts:2 says "TODO"/ },
    'FIXME: refused': { files: { 'README.md': 'FIXME' }, fault: /FIXME/ },
    'issue number: refused': { files: { 'src/lib/a.ts': '// see #12' }, fault: /"#12"/ },
    'path in a home directory: refused': { files: { 'scripts/a.ts': "open('/home/ann/shop');" }, fault: /"\/home\/a"/ },
    '@ts-ignore: refused': { files: { 'src/lib/a.ts': '// @ts-ignore' }, fault: /@ts-ignore/ },
    'test.override of shopOptions: refused': {
      files: { 'src/a.test.ts': "const test = base.override('shopOptions', {});" },
      fault: /extend instead/,
    },
    'heading, link to a section and URL: allowed': {
      files: { 'README.md': '# 1. Start\n[part](#2-parts) https://shop.example/home/page' },
    },
  },
  'vague file names': {
    'utils: refused': { files: { 'src/lib/utils.ts': '' }, fault: /utils\.ts has a vague name/ },
    'helpers: refused': { files: { 'src/modules/orders/price-helpers.ts': '' }, fault: /helpers/ },
    'order.service.ts: refused': { files: { 'src/modules/orders/order.service.ts': '' }, fault: /service/ },
    'names that begin with service: allowed': {
      files: { 'src/web/features/catalogue/services-page.tsx': '', 'src/web/features/catalogue/service-card.tsx': '' },
    },
  },
} as const satisfies CasesForRules;
