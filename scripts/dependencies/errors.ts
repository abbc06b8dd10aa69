// What may be installed, checked without the network: each direct dependency has a row in
// docs/dependencies.md, install scripts and licences are in lists, and the number of packages is limited.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLicenceErrors } from '../release/licences.ts';
import { tools } from '../tools/fetch-tool.ts';

type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  /** npm's own list: `false` never runs the package's scripts. */
  readonly allowScripts?: Readonly<Record<string, boolean>>;
};
type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> };
type LockedPackage = { readonly license?: string; readonly hasInstallScript?: boolean; readonly integrity?: string };
/** A package.json and its lock file. */
export type Project = { readonly folder: string; readonly manifest: Manifest; readonly lock: Lock };

const TABLE = 'docs/dependencies.md';
const MOST_PACKAGES = 560;
/** Of packages that are used in development only, so that no release contains them. */
const alsoInDevelopment = ['CC-BY-4.0', 'PSF-2.0', 'Python-2.0'];

export function findDependencyErrors(root: string): string[] {
  const projects = ['.', ...tools.map((name) => `scripts/tools/${name}`)].map((folder) => readProject(root, folder));
  return [
    ...findTableErrors(projects, readFileSync(join(root, TABLE), 'utf8')),
    ...projects.flatMap(findScriptErrors),
    ...projects.flatMap(findLockErrors),
    ...findCountErrors(root, projects[0]),
  ];
}

function readProject(root: string, folder: string): Project {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(root, folder, name), 'utf8')) as T;
  return { folder, manifest: read<Manifest>('package.json'), lock: read<Lock>('package-lock.json') };
}

export function findTableErrors(projects: readonly Pick<Project, 'manifest'>[], table: string): string[] {
  const used = projects.flatMap(({ manifest: { dependencies, devDependencies, optionalDependencies } }) =>
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  );
  const firstCells = [...table.matchAll(/^\| ([^|]*`[^|]*) \|(.*)$/gm)];
  const rows = new Set(firstCells.flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)));
  const empty = firstCells.filter(([, , rest = '']) =>
    rest
      .split('|')
      .slice(0, -1)
      .some((cell) => cell.trim() === ''),
  );
  return [
    ...used
      .filter((name) => !rows.has(name))
      .map((name) => `${name} has no row in ${TABLE}: say why it is needed and what would replace it`),
    ...[...rows].filter((name) => !used.includes(name)).map((name) => `${TABLE} has a row for ${name}, which is not a dependency`),
    ...empty.map(([, names]) => `${TABLE}: the row of ${names} has an empty cell`),
  ];
}

export function findScriptErrors({ folder, manifest: { allowScripts = {} }, lock }: Project): string[] {
  const withScripts = Object.entries(lock.packages).flatMap(([path, each]) =>
    path !== '' && each.hasInstallScript ? [getItemName(path)] : [],
  );
  return [
    ...withScripts
      .filter((name) => allowScripts[name] === undefined)
      .map((name) => `${name} has an install script: read it, and add it to allowScripts of ${folder}/package.json`),
    ...Object.keys(allowScripts)
      .filter((name) => !withScripts.includes(name))
      .map((name) => `allowScripts of ${folder}/package.json names ${name}, which has no install script`),
  ];
}

export function findLockErrors({ folder, lock }: Project): string[] {
  const locked = Object.entries(lock.packages).filter(([path]) => path !== '');
  const licensed = locked.map(([path, { license }]) => ({ name: getItemName(path), licence: license ?? 'none' }));
  return [
    ...findLicenceErrors(licensed, alsoInDevelopment),
    ...locked.filter(([, { integrity }]) => !integrity).map(([path]) => `${path} has no integrity in ${folder}/package-lock.json`),
  ];
}

/** Packages of other systems are in the lock file, too. */
function findCountErrors(root: string, project: Project | undefined): string[] {
  const installed = Object.keys(project?.lock.packages ?? {}).filter((path) => path !== '' && existsSync(join(root, path)));
  return installed.length > MOST_PACKAGES
    ? [
        `npm ci installs ${installed.length} packages, and may install ${MOST_PACKAGES}: remove one, or fetch it when it is used (scripts/tools)`,
      ]
    : [];
}

const getItemName = (path: string): string => path.replace(/^.*node_modules\//, '');
