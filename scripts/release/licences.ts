// The packages of a release, bundled or installed, and their licences. A licence that is not in the list
// below is refused.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#platform/paths.ts';
import type { BundleBuild } from '../bundle/bundle.ts';
import { listInstalledPackages } from './installed.ts';

export type LicensedPackage = { readonly folder: string; readonly name: string; readonly version: string; readonly licence: string };

/** They allow the use in an open or closed shop. MPL, too, because the files are used unchanged. */
const allowedLicences = new Set(
  'MIT MIT-0 ISC 0BSD BSD BSD-2-Clause BSD-3-Clause Apache-2.0 Zlib BlueOak-1.0.0 CC0-1.0 Unlicense OFL-1.1 MPL-1.1 MPL-2.0'.split(' '),
);
/** Packages whose licence is in its file only. */
const fromFile: Readonly<Record<string, string>> = { 'combine-errors': 'MIT', 'png-js': 'MIT' };

export async function listLicensedPackages({ folder, build }: BundleBuild): Promise<readonly LicensedPackage[]> {
  const lists = [folder, ...['client', 'desk', 'server'].map((part) => join(build.folder, part))];
  const bundled = await Promise.all(
    lists.map(async (each) => JSON.parse(await readFile(join(each, 'packages.json'), 'utf8')) as readonly string[]),
  );
  const folders = [...new Set([...bundled.flat(), ...(await listInstalledPackages())])].sort();
  return Promise.all(folders.map(readPackage));
}

async function readPackage(folder: string): Promise<LicensedPackage> {
  const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  return { folder, name, version, licence: license ?? fromFile[name] ?? 'none' };
}
type Manifest = { readonly name: string; readonly version: string; readonly license?: string };

/** `more`: licences that are allowed, too. */
export const findLicenceErrors = (packages: readonly Pick<LicensedPackage, 'name' | 'licence'>[], more: readonly string[] = []): string[] =>
  packages
    .filter(({ name, licence }) => !isAllowed(licence === 'none' ? (fromFile[name] ?? licence) : licence, more))
    .map(({ name, licence }) => `${name}: the licence ${licence} is not in the list of scripts/release/licences.ts`);

/** An expression of SPDX without nesting, such as `(MIT AND Zlib)` and `GPL-3.0 OR MIT`. */
function isAllowed(licence: string, more: readonly string[]): boolean {
  const words = licence.replace(/^\(([^()]*)\)$/, '$1');
  return words.split(' OR ').some((choice) => choice.split(' AND ').every((each) => allowedLicences.has(each) || more.includes(each)));
}

/** Every package with the texts of its licence. Equal texts are there once. */
export async function formatLicences(packages: readonly LicensedPackage[]): Promise<string> {
  const namesByText = new Map<string, string[]>();
  for (const { folder, name, version, licence } of packages) {
    const texts = await listLicenceTexts(folder);
    for (const text of texts.length > 0 ? texts : [`The package has no file with its licence, ${licence}.`])
      namesByText.set(text, [...(namesByText.get(text) ?? []), `${name} ${version}`]);
  }
  const list = packages.map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
  const texts = [...namesByText].map(([text, names]) => `${'='.repeat(80)}\n${names.join('\n')}\n\n${text}`);
  return `Fanfare contains these packages. Their licences follow.\n\n${list.join('\n')}\n\n${texts.join('\n\n')}\n`;
}

/** CycloneDX: what is in the files of a release. `npm sbom` names what a checkout installs. */
export const createBillOfMaterials = (packages: readonly LicensedPackage[]) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: packages.map(({ name, version, licence }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [{ expression: licence }] };
  }),
});

async function listLicenceTexts(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const names = entries.flatMap((each) => (each.isFile() && /^(licen[cs]e|copying|notice)/i.test(each.name) ? [each.name] : [])).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(root, folder, name), 'utf8')));
  return texts.map((text) => text.replaceAll('\r\n', '\n').trim());
}
