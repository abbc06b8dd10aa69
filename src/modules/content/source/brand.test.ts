import { readFileSync } from 'node:fs';
import UPNG from 'upng-js';
import { expect, test } from 'vitest';
import { PNG_PREFIX } from '#lib/look/look.ts';
import { isSourceErrors } from '#lib/yaml/source.ts';
import { parseBrand } from './brand.ts';
import { readSources } from './read-files.ts';

const yaml = readFileSync(new URL('../../../../shop/brand.yaml', import.meta.url), 'utf8');

const svg = (inside: string, size = 'width="120" height="40"') => `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`;
const shape = '<rect width="50" height="40" fill="#1f5fd0"/>';

const png = (width: number, height: number): string =>
  PNG_PREFIX + Buffer.from(UPNG.encode([new Uint8Array(width * height * 4).fill(120).buffer], width, height, 0)).toString('base64');

const parse = (files: Readonly<Record<string, string>>, text = yaml) =>
  parseBrand(readSources('brand', new Map([['brand.yaml', text], ...Object.entries(files)])));

async function readBrand(files: Readonly<Record<string, string>>, text?: string) {
  const brand = await parse(files, text);
  if (isSourceErrors(brand)) throw new Error(JSON.stringify(brand));
  return brand;
}

async function getErrors(files: Readonly<Record<string, string>>, text?: string): Promise<string[]> {
  const brand = await parse(files, text);
  return isSourceErrors(brand) ? brand.map(({ file, reason }) => `${file} ${reason}`) : [];
}

test('logo with scripts, links, handlers and foreign references: only its shapes are kept', async () => {
  const hostile = svg(
    [
      '<script>alert(1)</script>',
      '<a href="javascript:alert(1)"><rect width="50" height="40" fill="red" onclick="alert(1)"/></a>',
      '<use href="https://evil.example/x.svg#a"/>',
      '<style>@import url(https://evil.example/x.css);</style>',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://evil.example"/></body></foreignObject>',
    ].join(''),
    'width="120" height="40" onload="alert(1)"',
  );
  const { logo } = await readBrand({ 'logo.svg': hostile });
  expect(logo?.light).toMatchObject({ width: 120, height: 40 });
  expect(logo?.light.address).toMatch(/^\/brand\/logo-[0-9a-f]{12}\.svg$/);
  expect(logo?.light.text).toContain('#ff0000');
  expect(logo?.light.text).not.toMatch(/script|evil|onload|onclick|javascript|foreignObject|@import|href/i);
});

test('logo as PNG: its pixels are kept, and nothing after them', async () => {
  const { icon } = await readBrand({ 'icon.png': png(64, 64) + Buffer.from('<script>').toString('base64') });
  expect(icon).toMatchObject({ width: 64, height: 64 });
  expect(icon?.address).toMatch(/\.png$/);
  expect(Buffer.from(icon?.text.slice(PNG_PREFIX.length) ?? '', 'base64').includes('<script>')).toBe(false);
});

test.each([
  ['text', { 'logo.svg': svg(`${shape}<text>Loaf</text>`) }, 'shop/brand/logo.svg contains text. Convert it to outlines and save it again'],
  [
    'a picture',
    { 'logo.svg': svg('<image href="data:,"/>') },
    'shop/brand/logo.svg contains an embedded picture. Use a PNG, or shapes only',
  ],
  ['nothing', { 'logo.svg': svg('') }, 'shop/brand/logo.svg shows nothing'],
  ['no SVG', { 'logo.svg': 'Hello' }, 'shop/brand/logo.svg is not a valid SVG'],
  ['entities that grow', { 'logo.svg': bomb() }, 'shop/brand/logo.svg is not a valid SVG'],
  ['a banner', { 'logo.svg': svg(shape, 'width="900" height="20"') }, 'shop/brand/logo.svg is more than 8 times as wide as high'],
  [
    'a column',
    { 'logo.svg': svg(shape, 'width="20" height="60"') },
    'shop/brand/logo.svg is too narrow: its height may be at most 2.5 times its width',
  ],
  ['a dot', { 'icon.svg': svg(shape, 'width="8" height="8"') }, 'shop/brand/icon.svg is smaller than 16 pixels'],
  ['too many bytes', { 'logo.svg': svg(`<!--${'x'.repeat(400_000)}-->${shape}`) }, 'shop/brand/logo.svg is larger than 256 kB'],
  ['no PNG', { 'logo.png': `${PNG_PREFIX}aGVsbG8=` }, 'shop/brand/logo.png is not a valid PNG'],
  ['a PNG that claims a huge picture', { 'logo.png': hugePng() }, 'shop/brand/logo.png is larger than 2000 × 2000 pixels'],
  ['both kinds', { 'logo.svg': svg(shape), 'logo.png': png(64, 32) }, 'shop/brand/logo.svg is there beside logo.png: keep one of them'],
  ['only the dark one', { 'logo-dark.svg': svg(shape) }, 'shop/brand/logo-dark.svg is for dark pages: add the logo itself'],
])('logo with %s: refused with the reason', async (_, files, reason) => {
  expect(await getErrors(files)).toEqual([reason]);
});

function bomb(): string {
  const entities = Array.from({ length: 12 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`).join('');
  return `<!DOCTYPE svg [<!ENTITY e0 "x">${entities}]>${svg(`<desc>&e12;</desc>${shape}`)}`;
}

function hugePng(): string {
  const bytes = Buffer.from(png(32, 32).slice(PNG_PREFIX.length), 'base64');
  bytes.writeUInt32BE(60_000, 16);
  return PNG_PREFIX + bytes.toString('base64');
}

test.each([
  ['type: comic', 'look.type'],
  ['corners: oval', 'look.corners'],
  ['accent: blue', 'look.accent: must be a colour such as "#1f5fd0"'],
  ['glitter: true', 'look'],
])('look with %s: refused with its line', async (line, reason) => {
  const [error, ...others] = await getErrors(
    {},
    yaml.replace(/^look:$/m, `look:\n  ${line}`).replace(new RegExp(`^  ${line.split(':')[0]}: (?!${line.split(': ')[1]}).*$`, 'm'), ''),
  );
  expect(error).toContain(reason);
  expect(others).toEqual([]);
});

test('brand.yaml without a look: it has the default look', async () => {
  const { look, logo, icon } = await readBrand({}, yaml.replace(/^look:\n(?: {2}.*\n)+/m, ''));
  expect({ look, logo, icon }).toEqual({
    look: { type: 'grotesque', corners: 'round', density: 'airy' },
    logo: undefined,
    icon: undefined,
  });
});
