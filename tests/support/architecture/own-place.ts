// Only src/infra/paths.ts finds files by its own place: in a build, all code is in another folder.
import { type Code, lineAt, type Module, walk } from './code.ts';

const PATHS = 'src/infra/paths.ts';
const places = new Set(['dirname', 'filename', 'url', 'resolve']);

export const ownPlaceFaults = ({ modules }: Code): string[] => modules.filter(({ path }) => isBundled(path)).flatMap(placesIn);

const isBundled = (path: string): boolean => path.startsWith('src/') && path !== PATHS && !/\.test\.tsx?$/.test(path);

function placesIn({ path, source, program }: Module): string[] {
  return [...walk(program)].flatMap(({ node }) => {
    const { object, property } = node as { object?: { type: string }; property?: { name?: string } };
    const isPlace = node.type === 'MemberExpression' && object?.type === 'MetaProperty' && places.has(property?.name ?? '');
    return isPlace
      ? [`${path}:${lineAt(source, node.start)} uses import.meta.${property?.name}; in a build its place is another. Use ${PATHS}`]
      : [];
  });
}
