// Length of files and functions, named exports, and no files that only re-export.
import { type Code, isNode, lineAt, type Module, type Node, walk } from './code.ts';

const FILE_LINES = 300;
/** STYLE.md says "about 70"; this is the hard limit. */
const FUNCTION_LINES = 80;

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

export function fileSizeFaults({ modules }: Code): string[] {
  return modules
    .map(({ path, source }) => ({ path, lines: source.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > FILE_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines; a file has at most ${FILE_LINES}`);
}

export function functionSizeFaults({ modules }: Code): string[] {
  return modules.filter(({ path }) => !isTest(path)).flatMap(longFunctions);
}

function longFunctions({ path, source, program }: Module): string[] {
  const faults: string[] = [];
  for (const { node } of walk(program)) {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) continue;
    const first = lineAt(source, node.start);
    const lines = lineAt(source, node.end) - first + 1;
    if (lines > FUNCTION_LINES)
      faults.push(`${path}:${first} has a function of ${lines} lines; one has about 70 and at most ${FUNCTION_LINES}`);
  }
  return faults;
}

/** Configuration files whose tools require a default export. */
const isConfig = (path: string): boolean => /^[^/]+\.config\.ts$/.test(path);

export function exportFaults({ modules }: Code): string[] {
  return modules
    .filter(({ path }) => !isConfig(path))
    .flatMap(({ path, source, program }) =>
      statements(program)
        .filter(({ type }) => type === 'ExportDefaultDeclaration' || type === 'ExportAllDeclaration')
        .map(
          (node) =>
            `${path}:${lineAt(source, node.start)} exports ${node.type === 'ExportAllDeclaration' ? '*' : 'default'}; name what is exported`,
        ),
    );
}

/** A barrel hides where code lives and loads all of it for one import. */
export function barrelFaults({ modules }: Code): string[] {
  return modules
    .filter(({ path, program }) => {
      const body = statements(program);
      const passedOn = body.filter((node) => node.type.startsWith('Export') && isNode(node.source));
      const isIndex = /(^|\/)index\.tsx?$/.test(path);
      return passedOn.length > 0 && (isIndex || body.every((node) => passedOn.includes(node) || node.type === 'ImportDeclaration'));
    })
    .map(({ path }) => `${path} only passes on what other files export; import from those`);
}

const statements = (program: Node): readonly Node[] => program.body as Node[];
