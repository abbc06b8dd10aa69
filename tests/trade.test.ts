// The code serves any trade: what the sample shop sells is in its files alone.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleCatalogue } from './support/owner-files.ts';

const root = join(import.meta.dirname, '..');

/** Staff notices go to chat programs, one of which customers post on, too. */
const isStaffChat = (file: string): boolean => /^src\/(modules|desk\/features)\/notices\//.test(file);

/** "X" is too short a name to search for. Custom work is of the product itself. */
const isOwners = ({ state }: { readonly state: string }) => state !== 'archived';
const names = [
  ...sampleCatalogue.services.filter(isOwners).flatMap(({ slug, words }) => [slug, words.name.en, words.name.es, words.name.jp]),
  ...sampleCatalogue.offers.filter(({ isSold }) => isSold).map(({ id }) => id),
  ...sampleCatalogue.platforms.map(({ name }) => name),
].filter((name) => name.length > 1);
const keys = readdirSync(join(root, 'shop/catalogue')).flatMap((file) => {
  const [, key] = /^key: (\w+)/m.exec(readFileSync(join(root, 'shop/catalogue', file), 'utf8')) ?? [];
  return key === undefined ? [] : [key];
});
const escaped = [...names, ...keys].map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
const pattern = new RegExp(`(?<![\\w-])(?:${escaped.join('|')})(?![\\w-])`, 'i');

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => /\.(ts|tsx|sql|css)$/.test(file) && !/\.test\.tsx?$/.test(file) && !isStaffChat(file));

const namedIn = (text: string): string | undefined => pattern.exec(text)?.[0];

describe('names of what the sample shop sells', () => {
  test('no file of the product has one', () => {
    expect(sources.length).toBeGreaterThan(900);
    expect(named()).toEqual([]);
  });

  test.for<readonly [string, string]>([
    ['of a service', "title: 'Brand Stories'"],
    ['of a service in Japanese', '<h2>ブランドストーリー</h2>'],
    ['of a slug', "slug === 'content-checker'"],
    ['of an offer', '/** As in brand-stories-600. */'],
    ['of a platform', 'const layout = isInstagram(platform) || name === "instagram"'],
    ['of a key', 'ServiceType.socialBoosts'],
  ])('a planted one %s is found', ([, line]) => expect(namedIn(line)).toBeDefined());
});

function named(): string[] {
  return sources.flatMap((file) => {
    const name = namedIn(readFileSync(join(root, file), 'utf8'));
    return name === undefined ? [] : [`${file}: ${name}`];
  });
}
