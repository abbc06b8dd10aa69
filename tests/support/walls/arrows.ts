// Which part of the house may know which: arrows go one way. The plan of the house is the two tables below.
import type { Code, Import, Module } from './code.ts';

/** Each may enter only the rooms above it, and only through these doors. */
const rooms = [
  'mail',
  'accounts',
  'texts',
  'catalogue',
  'coupons',
  'payments',
  'wallet',
  'orders',
  'papers',
  'fulfilment',
  'support',
  'desk',
] as const;
const doors = ['actions.ts', 'rules.ts', 'shapes.ts'];
const pureDoors = ['rules.ts', 'shapes.ts'];
const dataDoors = ['shapes.ts'];

/** Plain data that anything may read. */
const tables = ['src/api.ts', 'src/api-docs.ts', 'src/pages.ts', 'src/jobs.ts', 'src/news.ts', 'src/desk-api.ts'];

type Place = 'lib' | 'infra' | 'table' | 'words' | 'room' | 'sandbox' | 'ui' | 'web' | 'desk' | 'deskApp' | 'ground' | 'test' | 'tool';

/** From each place to what it may import. A room into another room is a rule of its own, below. */
const arrows: Readonly<Record<Place, readonly Place[]>> = {
  lib: ['lib'],
  words: [],
  table: ['lib', 'room'],
  infra: ['lib', 'table', 'words', 'infra'],
  room: ['lib', 'table', 'infra', 'room'],
  sandbox: ['lib', 'table', 'infra', 'room', 'sandbox'],
  ui: ['lib', 'words', 'ui'],
  web: ['lib', 'table', 'words', 'room', 'ui', 'web'],
  desk: ['lib', 'table', 'infra', 'room', 'desk'],
  deskApp: ['lib', 'table', 'words', 'room', 'ui', 'deskApp'],
  ground: ['lib', 'table', 'infra', 'room', 'sandbox', 'desk', 'ground'],
  tool: ['lib', 'table', 'words', 'infra', 'room', 'sandbox', 'desk', 'ground', 'test', 'tool'],
  test: ['lib', 'table', 'words', 'infra', 'room', 'sandbox', 'ui', 'web', 'desk', 'deskApp', 'ground', 'test', 'tool'],
};

/** Through which files a place may enter a room; absent: any, because it composes them. */
const roomDoors: Readonly<Partial<Record<Place, readonly string[]>>> = {
  table: dataDoors,
  web: pureDoors,
  desk: doors,
  deskApp: pureDoors,
  sandbox: pureDoors,
};

function placeOf(path: string): Place {
  if (/\.test\.tsx?$/.test(path) || path.startsWith('tests/')) return 'test';
  if (path.startsWith('locales/')) return 'words';
  if (!path.startsWith('src/')) return 'tool';
  if (tables.includes(path)) return 'table';
  if (path.startsWith('src/desk/') && !path.startsWith('src/desk/server/')) return 'deskApp';
  const [, folder = ''] = path.split('/');
  if (folder === 'rooms') return 'room';
  return folder === 'lib' || folder === 'infra' || folder === 'sandbox' || folder === 'ui' || folder === 'web' || folder === 'desk'
    ? folder
    : 'ground';
}

export function arrowFaults({ modules }: Code): string[] {
  return modules.flatMap((module) =>
    module.imports.flatMap((each) => {
      const why = each.target === undefined ? undefined : forbids(module.path, each.target);
      return why ? [`${at(module, each)} imports ${each.target}: ${why}`] : [];
    }),
  );
}

function forbids(from: string, to: string): string | undefined {
  const here = placeOf(from);
  const there = placeOf(to);
  if (!arrows[here].includes(there)) return `${here} may know ${arrows[here].join(', ')}, not ${there}`;
  if (there !== 'room') return undefined;
  return here === 'room' ? forbidsRoom(from, to) : forbidsDoor(roomDoors[here], to);
}

function forbidsRoom(from: string, to: string): string | undefined {
  const here = roomOf(from);
  const there = roomOf(to);
  if (!isRoom(here)) return `there is no room ${here} in the list of rooms`;
  if (!isRoom(there)) return `there is no room ${there} in the list of rooms`;
  if (here === there) return undefined;
  if (rooms.indexOf(there) > rooms.indexOf(here)) return `${there} stands below ${here}; news goes up through src/reactions.ts`;
  return forbidsDoor(doors, to);
}

const roomOf = (path: string): string => path.split('/')[2] ?? '';
const isRoom = (name: string): name is (typeof rooms)[number] => (rooms as readonly string[]).includes(name);

/** `shapes-files.ts` is a part of `shapes.ts`, and what is pure of the orders is open as their rules are. */
function forbidsDoor(allowed: readonly string[] | undefined, to: string): string | undefined {
  const file = to
    .split('/')
    .slice(3)
    .join('/')
    .replace(/^shapes-\w+\.ts$/, 'shapes.ts')
    .replace(/^(expected|withdrawal-rules)\.ts$/, 'rules.ts');
  return allowed && !allowed.includes(file) ? `the way into a room from here is ${allowed.join(' or ')}` : undefined;
}

/** Each circle once, as the shortest way round from its first file. */
export function circleFaults({ modules }: Code): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const told = new Set<string>();
  const faults: string[] = [];
  for (const { path } of modules) {
    const circle = told.has(path) ? undefined : wayRound(path, byPath);
    if (!circle) continue;
    for (const each of circle) told.add(each);
    faults.push(`a circle: ${[...circle, path].join(' → ')}`);
  }
  return faults;
}

function wayRound(start: string, byPath: ReadonlyMap<string, Module>): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const { target } of byPath.get(path)?.imports ?? []) {
      if (target === start) return backTo(start, path, cameFrom);
      if (target === undefined || cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      queue.push(target);
    }
  }
  return undefined;
}

function backTo(start: string, last: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [last];
  while (way[0] !== start) way.unshift(cameFrom.get(way[0] ?? '') ?? start);
  return way;
}

/** An import that names no file: Node wants the ending, and a file that is not there is a fault everywhere. */
export function danglingFaults({ modules, files }: Code): string[] {
  return modules.flatMap((module) =>
    module.imports
      .filter(({ name, target }) => target !== undefined && (!files.has(target) || !/\.\w+(\?\w+)?$/.test(name)) && !isBuilt(target))
      .map((each) => `${at(module, each)} imports ${each.name}, which names no file (imports end in .ts)`),
  );
}

const isBuilt = (path: string): boolean => path.startsWith('dist/') || /\.(mjs|css|po|svg|png|woff2)$/.test(path);
const at = (module: Module, { line }: Import): string => `${module.path}:${line}`;
