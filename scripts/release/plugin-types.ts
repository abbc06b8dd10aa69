// The types of `fanfare/plugin` and `fanfare/plugin-kit` for authors outside the repository: one file each,
// with the declarations that they reach and no others, so that an editor needs neither our source nor our
// packages.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { root } from '#platform/paths.ts';

/** What a name stands for in one emitted file. */
type Declared = { readonly text: string; readonly file: string };
type Imported = { readonly from: string; readonly name: string };
type Declarations = {
  readonly own: ReadonlyMap<string, Declared>;
  readonly imported: ReadonlyMap<string, Imported>;
  /** `export type { X } from …` */
  readonly passedOn: readonly string[];
};

/** `entries`: files of src. Returns the text of each. */
export async function bundlePluginTypes(entries: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-types-'));
  try {
    await emitTypes(entries, folder);
    const read = createReader(folder);
    return await Promise.all(entries.map((entry) => bundleTypes(join(folder, relative('src', entry)).replace(/\.ts$/, '.d.ts'), read)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function emitTypes(entries: readonly string[], folder: string): Promise<void> {
  const compilerOptions = { noEmit: false, emitDeclarationOnly: true, declaration: true, incremental: false, tsBuildInfoFile: null };
  const places = { outDir: folder, rootDir: join(root, 'src'), types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  const config = join(folder, 'tsconfig.json');
  const files = entries.map((entry) => join(root, entry));
  const content = { extends: join(root, 'tsconfig.json'), compilerOptions: { ...compilerOptions, ...places }, include: [], files };
  await writeFile(config, JSON.stringify(content));
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The types of plugins cannot be made:\n${stdout}`);
}

const createReader = (folder: string) => {
  const known = new Map<string, Promise<Declarations>>();
  return (file: string): Promise<Declarations> => {
    if (relative(folder, file).startsWith('..')) throw new Error(`${file} is not in the repository`);
    const found = known.get(file) ?? readFile(file, 'utf8').then((text) => parseDeclarations(text, file, folder));
    known.set(file, found);
    return found;
  };
};

/** A statement starts a line, and its comment belongs to it. Other comments are inside a union. */
const STATEMENT = /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?(?:export|declare|type|interface|import) /gm;

function splitStatements(text: string): readonly string[] {
  const starts = [...text.matchAll(STATEMENT)].map(({ index }) => index);
  return starts.map((start, place) => text.slice(start, starts[place + 1]));
}

function parseDeclarations(text: string, file: string, folder: string): Declarations {
  const own = new Map<string, Declared>();
  const imported = new Map<string, Imported>();
  const passedOn: string[] = [];
  for (const statement of splitStatements(text)) {
    const code = statement.replace(/^\/\*\*[\s\S]*?\*\/\n/, '');
    const name = /^(?:export )?(?:declare )?(?:const|type|interface|class|function|let) ([\w$]+)/.exec(code)?.[1];
    if (name) own.set(name, { text: statement, file });
    const [, verb, names = '', from = ''] = /^(export|import) (?:type )?\{([^}]*)\} from '([^']*)'/.exec(code) ?? [];
    for (const each of names.split(',').filter((word) => word.trim() !== '')) {
      const [original = '', alias = original] = each
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      imported.set(alias, { from: resolveImport(folder, file, from), name: original });
      if (verb === 'export') passedOn.push(alias);
    }
    const [, all = '', where = ''] = /^import (?:type )?\* as (\w+) from '([^']*)'/.exec(code) ?? [];
    if (all) imported.set(all, { from: where, name: '*' });
  }
  return { own, imported, passedOn };
}

function resolveImport(folder: string, file: string, from: string): string {
  if (!/^[.#]/.test(from)) return from;
  return (from.startsWith('#') ? join(folder, from.slice(1)) : join(dirname(file), from)).replace(/\.ts$/, '.d.ts');
}

/** Everything that the entry exports, after what it needs. */
async function bundleTypes(entry: string, read: (file: string) => Promise<Declarations>): Promise<string> {
  const taken = new Map<string, Declared>();
  const needed = new Map<string, Set<string>>();

  async function take(file: string, name: string): Promise<void> {
    const { own, imported } = await read(file);
    const declared = own.get(name);
    if (declared) {
      const before = taken.get(name);
      if (before && before.file !== file) throw new Error(`${name} is declared in ${before.file} and in ${file}`);
      if (before) return;
      taken.set(name, declared);
      for (const [word] of declared.text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/[A-Za-z_$][\w$]*/g))
        if (word !== name) await take(file, word);
      return;
    }
    const found = imported.get(name);
    if (!found) return;
    if (found.from.startsWith('node:')) needed.set(found.from, (needed.get(found.from) ?? new Set()).add(found.name));
    else if (found.from.endsWith('.d.ts')) await take(found.from, found.name);
    else throw new Error(`${name} in ${file} needs the package ${found.from}, which authors of plugins do not have`);
  }

  const { own, passedOn } = await read(entry);
  const exported = [...own].flatMap(([name, { text }]) => (/^export /m.test(text) ? [name] : [])).concat(passedOn);
  for (const name of exported) await take(entry, name);
  const imports = [...needed].map(([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}';\n`);
  const texts = [...taken].map(([name, { text }]) => {
    const plain = text.replace(/^export (?=declare |type |interface )/m, '').trimEnd();
    return exported.includes(name) ? plain.replace(/^(?=(?:declare|type|interface) )/m, 'export ') : plain;
  });
  return `// Made by npm run release -- --packages.\n${imports.join('')}${texts.join('\n')}\nexport {};\n`;
}
