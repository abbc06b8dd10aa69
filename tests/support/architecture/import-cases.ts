// Planted imports and impure code, for the rules of layers.ts and purity.ts.
import type { CasesForRules, Files } from './cases.ts';

const rulesOf = (source: string): Files => ({ 'src/modules/orders/rules.ts': source });

export const importCases = {
  layers: {
    'lib imports lib: allowed': { files: { 'src/lib/a.ts': "import './b.ts';", 'src/lib/b.ts': '' } },
    'lib imports another layer: refused': { files: { 'src/lib/a.ts': "import '../infra/b.ts';" }, fault: /lib may import lib, not infra/ },
    'infra imports a table: allowed': { files: { 'src/infra/http/a.ts': "import '../../api.ts';" } },
    'infra imports a module: refused': {
      files: { 'src/infra/a.ts': "import '../modules/mail/actions.ts';" },
      fault: /infra .* not module/,
    },
    'infra imports a type of a module: refused': {
      files: { 'src/infra/a.ts': "import type { Post } from '../modules/mail/shapes.ts';" },
      fault: /not module/,
    },
    'infra uses import() as a type of a module: refused': {
      files: { 'src/infra/a.ts': "let a: import('../modules/mail/shapes.ts').Post;" },
      fault: /not module/,
    },
    'infra loads a module with import(): refused': {
      files: { 'src/infra/a.ts': "void import('../modules/mail/shapes.ts');" },
      fault: /not module/,
    },
    'infra re-exports from a module: refused': {
      files: { 'src/infra/a.ts': "export { b } from '../modules/mail/shapes.ts';" },
      fault: /not module/,
    },
    'infra imports src/server: refused': { files: { 'src/infra/a.ts': "import '../server/create-app.ts';" }, fault: /not server/ },
    'module imports an earlier module: allowed': { files: { 'src/modules/orders/actions.ts': "import '../wallet/actions.ts';" } },
    'module imports a later module: refused': {
      files: { 'src/modules/wallet/actions.ts': "import '../orders/actions.ts';" },
      fault: /orders comes after wallet/,
    },
    'module imports a private file of another module: refused': {
      files: { 'src/modules/orders/actions.ts': "import '../wallet/queries.ts';" },
      fault: /imported through actions\.ts or rules\.ts or shapes\.ts/,
    },
    'module imports its own private file: allowed': { files: { 'src/modules/orders/actions.ts': "import './queries.ts';" } },
    'module missing from the list of modules: refused': {
      files: { 'src/modules/cellar/actions.ts': "import '../mail/actions.ts';" },
      fault: /there is no module cellar in moduleOrder of tests\/support\/architecture\/layers\.ts/,
    },
    'module imports the sandbox: refused': {
      files: { 'src/modules/mail/actions.ts': "import '../../sandbox/mails.ts';" },
      fault: /not sandbox/,
    },
    'module imports a page: refused': { files: { 'src/modules/mail/actions.ts': "import '../../web/client.ts';" }, fault: /not web/ },
    'module imports the desk: refused': {
      files: { 'src/modules/mail/actions.ts': "import '../../desk/server/server.ts';" },
      fault: /not desk/,
    },
    'module imports the event handlers: refused': {
      files: { 'src/modules/mail/actions.ts': "import '../../event-handlers.ts';" },
      fault: /not server/,
    },
    'page imports shapes and rules: allowed': {
      files: { 'src/web/a.tsx': "import '../modules/orders/shapes.ts'; import '../modules/orders/rules.ts';" },
    },
    'page imports actions: refused': {
      files: { 'src/web/a.tsx': "import '../modules/orders/actions.ts';" },
      fault: /through rules\.ts or shapes\.ts/,
    },
    'page imports infra: refused': { files: { 'src/web/a.tsx': "import '../infra/log.ts';" }, fault: /not infra/ },
    'desk page imports src/ui: allowed': { files: { 'src/desk/app/a.tsx': "import '../../ui/button.tsx';" } },
    'desk page imports the storefront: refused': {
      files: { 'src/desk/app/a.tsx': "import '../../web/features/catalogue/home-page.tsx';" },
      fault: /not web/,
    },
    "the desk's features import its shared files": { files: { 'src/desk/features/queue/a.tsx': "import '../../shared/api/b.ts';" } },
    "the desk's shared files import no feature": {
      files: { 'src/desk/shared/api/a.ts': "import type { B } from '../../features/queue/b.tsx';" },
      fault: /from app to features to shared/,
    },
    "the desk's features do not import its app": {
      files: { 'src/desk/features/queue/a.tsx': "void import('../../app/router.tsx');" },
      fault: /from app to features to shared/,
    },
    'desk page imports actions: refused': {
      files: { 'src/desk/app/a.tsx': "import '../../modules/mail/actions.ts';" },
      fault: /through rules\.ts or/,
    },
    'desk server imports infra and actions: allowed': {
      files: { 'src/desk/server/server.ts': "import '../../infra/http/server.ts'; import '../../modules/mail/actions.ts';" },
    },
    'desk server imports queries: refused': {
      files: { 'src/desk/server/server.ts': "import '../../modules/mail/queries.ts';" },
      fault: /through actions\.ts or/,
    },
    'table imports shapes: allowed': { files: { 'src/api.ts': "import './modules/orders/shapes.ts';" } },
    'table imports calls of a module and of its sub-folder: allowed': {
      files: { 'src/api.ts': "import './modules/orders/calls.ts'; import './modules/orders/files/calls.ts';" },
    },
    'module imports calls of another: refused': {
      files: { 'src/modules/orders/a.ts': "import '../wallet/calls.ts';" },
      fault: /through actions\.ts or/,
    },
    'table imports actions: refused': { files: { 'src/api.ts': "import './modules/orders/actions.ts';" }, fault: /through shapes\.ts/ },
    'server imports test support: refused': {
      files: { 'src/server/create-app.ts': "import '../../tests/support/shop.ts';" },
      fault: /not test/,
    },
    'test imports test support and private files: allowed': {
      files: { 'src/modules/mail/mail.test.ts': "import '../../../tests/support/shop.ts'; import '../orders/queries.ts';" },
    },
    'stylesheet of src/ui composes a class of the storefront: refused': {
      files: { 'src/ui/a.module.css': ".a {\n  composes: b from '../web/shared/b.module.css';\n}" },
      fault: /src\/ui\/a\.module\.css:2 imports src\/web\/shared\/b\.module\.css: ui may import lib, words, ui, not web/,
    },
    'stylesheet of a desk page composes a class of src/ui: allowed': {
      files: { 'src/desk/shared/a.module.css': ".a { composes: b from '../../ui/styles/b.module.css'; }" },
    },
    'import statement in a string or comment: ignored': {
      files: { 'src/lib/a.ts': "export const text = `import '../infra/b.ts'`; // import '../infra/b.ts'" },
    },
  },
  'circular imports': {
    'two files import each other: refused': {
      files: { 'src/lib/a.ts': "import './b.ts';", 'src/lib/b.ts': "import './a.ts';" },
      fault: /src\/lib\/a\.ts → src\/lib\/b\.ts → src\/lib\/a\.ts/,
    },
    'three files in a circle, one import of a type: refused': {
      files: { 'src/lib/a.ts': "import './b.ts';", 'src/lib/b.ts': "import type { C } from './c.ts';", 'src/lib/c.ts': "import './a.ts';" },
      fault: /a\.ts → src\/lib\/b\.ts → src\/lib\/c\.ts → src\/lib\/a\.ts/,
    },
    'file imports itself: refused': { files: { 'src/lib/a.ts': "import './a.ts';" }, fault: /a\.ts → src\/lib\/a\.ts/ },
    'two stylesheets compose classes of each other: refused': {
      files: {
        'src/ui/a.module.css': '.a { composes: b from "./b.module.css"; }',
        'src/ui/b.module.css': '.b { composes: a from "./a.module.css"; }',
      },
      fault: /a\.module\.css → src\/ui\/b\.module\.css → src\/ui\/a\.module\.css/,
    },
    'two paths to one file without a circle: allowed': {
      files: { 'src/lib/a.ts': "import './b.ts'; import './c.ts';", 'src/lib/b.ts': "import './c.ts';", 'src/lib/c.ts': '' },
    },
  },
  'import paths': {
    'path with file ending: allowed': { files: { 'src/lib/a.ts': "import './b.ts';", 'src/lib/b.ts': '' } },
    'path without file ending: refused': {
      files: { 'src/lib/a.ts': "import './b';", 'src/lib/b.ts': '' },
      fault: /\.\/b, which names no file/,
    },
    'path of a missing file: refused': { files: { 'src/lib/a.ts': "import './c.ts';" }, fault: /\.\/c\.ts, which names no file/ },
    'path of a missing stylesheet: refused': {
      files: { 'src/ui/a.tsx': "import css from './c.module.css';" },
      fault: /\.\/c\.module\.css, which names no file/,
    },
    'composes, @value and @import of stylesheets: allowed': {
      files: {
        'src/ui/a.module.css': "@import './b.css'; @import url(./b.css); @value c from './b.css'; .a { composes: d from './b.css'; }",
        'src/ui/b.css': '',
      },
    },
    'composes from a missing stylesheet: refused': {
      files: { 'src/ui/a.module.css': ".a {\n  composes: b c\n    from './d.module.css';\n}" },
      fault: /a\.module\.css:3 imports \.\/d\.module\.css, which names no file/,
    },
    '@value from a missing stylesheet: refused': {
      files: { 'src/ui/a.module.css': '@value b, c from "./d.module.css";' },
      fault: /a\.module\.css:1 imports \.\/d\.module\.css/,
    },
    '@import of a missing stylesheet: refused': { files: { 'src/ui/a.css': "@import './d.css';" }, fault: /imports \.\/d\.css/ },
    '@import url() of a missing stylesheet: refused': {
      files: { 'src/ui/a.css': '@import url(./d.css) print;' },
      fault: /imports \.\/d\.css/,
    },
    'composes in a comment, and of a class of the same file: allowed': {
      files: { 'src/ui/a.module.css': "/* composes: b from './d.module.css'; */ .a { composes: b; }" },
    },
  },
  'pure files': {
    'rules use only their arguments: allowed': {
      files: rulesOf(
        "import * as z from 'zod/mini'; export const due = (paidAt: Date, process: string) => new Date(paidAt.getTime() + process.length);",
      ),
    },
    'Date.now in rules.ts: refused': {
      files: rulesOf('export const a = () => Date.now();'),
      fault: /rules\.ts:1 is pure and uses Date\.now/,
    },
    'new Date() in rules.ts: refused': { files: rulesOf('export const a = () => new Date();'), fault: /new Date\(\)/ },
    'Date() in rules.ts: refused': { files: rulesOf('export const a = () => Date();'), fault: /Date\(\)/ },
    'Math.random in rules.ts: refused': { files: rulesOf('export const a = () => Math.random();'), fault: /Math\.random/ },
    'performance in rules.ts: refused': { files: rulesOf('export const a = () => performance.now();'), fault: /performance/ },
    'process in rules.ts: refused': { files: rulesOf("export const a = process.env['A'];"), fault: /process/ },
    'fetch in rules.ts: refused': { files: rulesOf("export const a = () => fetch('/');"), fault: /fetch/ },
    'setTimeout in rules.ts: refused': { files: rulesOf('export const a = (b: () => void) => setTimeout(b, 1);'), fault: /setTimeout/ },
    'async in rules.ts: refused': { files: rulesOf('export async function a() {}'), fault: /async/ },
    'await in rules.ts: refused': { files: rulesOf('export const a = await Promise.resolve(1);'), fault: /await/ },
    'import of a Node built-in: refused': {
      files: rulesOf("import { join } from 'node:path'; export { join as a };"),
      fault: /imports node:path/,
    },
    'import of a package with side effects: refused': { files: rulesOf("import 'pg';"), fault: /imports pg/ },
    'import of a file that is not pure: refused': { files: rulesOf("import './queries.ts';"), fault: /imports \.\/queries\.ts/ },
    'shapes.ts reads the clock: refused': {
      files: { 'src/modules/orders/shapes.ts': 'export const a = () => Date.now();' },
      fault: /shapes\.ts:1/,
    },
    'src/lib reads the clock: refused': { files: { 'src/lib/time.ts': 'export const a = () => Date.now();' }, fault: /time\.ts:1/ },
    'a table reads the clock: refused': { files: { 'src/pages.ts': 'export const a = () => Date.now();' }, fault: /pages\.ts:1/ },
    'actions.ts reads the clock: allowed': { files: { 'src/modules/orders/actions.ts': 'export const a = async () => Date.now();' } },
    'property named like a global: allowed': { files: rulesOf('export const a = (b: { process: string }) => ({ fetch: b.process });') },
  },
} as const satisfies CasesForRules;
