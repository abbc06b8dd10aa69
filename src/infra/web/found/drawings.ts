// The drawings of the shop: icons, and a picture for each page that is shared. What a drawing is made from is in its name, so it is made once, kept by
// browsers for ever, and made anew only when its texts, the look or the tools change. Older ones stay for a while: links that were shared still show them.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Locale, localeNames } from '../../../lib/locale.ts';
import type { Renderer, ShopTexts } from '../../../lib/rendering.ts';
import type { PageName } from '../../../pages.ts';
import { hashInputs } from '../build-inputs.ts';
import type { PictureTexts } from './drawing/picture.ts';

export type Drawing =
  | { readonly kind: 'picture'; readonly texts: PictureTexts }
  | { readonly kind: 'icon'; readonly pixels: number; readonly room: number; readonly paper: boolean }
  | { readonly kind: 'ico'; readonly sizes: readonly number[] };

/** The icons by name. A maskable one is cut to a circle by who shows it, so its mark keeps away from the edge. */
const icons = {
  favicon: { kind: 'ico', sizes: [16, 32] },
  'apple-touch-icon': { kind: 'icon', pixels: 180, room: 0.72, paper: true },
  'icon-192': { kind: 'icon', pixels: 192, room: 0.8, paper: true },
  'icon-512': { kind: 'icon', pixels: 512, room: 0.8, paper: true },
  'maskable-192': { kind: 'icon', pixels: 192, room: 0.56, paper: true },
  'maskable-512': { kind: 'icon', pixels: 512, room: 0.56, paper: true },
} as const satisfies Record<string, Drawing>;

export type IconName = keyof typeof icons;

export type Drawings = {
  /** Every file by its name, the older ones too. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly icon: (name: IconName) => string;
  /** The picture for a page in a language. */
  readonly picture: (screen: string, locale: Locale) => string;
};

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, 'dist/drawings');
const tools = [
  'src/infra/web/found/drawing/*.ts',
  'src/infra/web/found/drawings.ts',
  'src/lib/logo.ts',
  'src/ui/styles/tokens.css',
  'package-lock.json',
];

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const HASH_CHARS = 12;
/** The picture of every page that has none of its own. */
const SHOP = 'shop';

export async function ensureDrawings(renderer: Renderer, brand: ShopTexts['brand']): Promise<Drawings> {
  const wanted = new Map<string, Drawing>([...Object.entries(icons), ...(await pictures(renderer, brand))]);
  const made = await hashInputs(root, tools);
  const names = new Map([...wanted].map(([name, drawing]) => [name, fileName(name, drawing, made)]));
  await mkdir(folder, { recursive: true });
  const there = new Set(await readdir(folder));
  const missing = [...wanted].flatMap(([name, drawing]) => {
    const file = names.get(name) ?? '';
    return there.has(file) ? [] : [{ path: join(folder, file), drawing }];
  });
  if (missing.length > 0) {
    await draw(missing);
    await sweep(new Set(names.values()));
  }
  const nameOf = (name: string): string => names.get(name) ?? '';
  return {
    files: await readFiles(),
    icon: nameOf,
    picture: (screen, locale) => nameOf(`${screen}-${locale}`) || nameOf(`${SHOP}-${locale}`),
  };
}

/** Those that people share; the others show the shop's. */
const pictured = ['home', 'services', 'faq', 'contact'] as const satisfies readonly PageName[];

/** The home page and the shop itself are about what the brand says of itself. */
async function pictures(renderer: Renderer, { name: brand, tagline }: ShopTexts['brand']): Promise<[string, Drawing][]> {
  const screens = [...pictured, SHOP];
  return Promise.all(
    screens.flatMap((screen) =>
      localeNames.map(async (locale): Promise<[string, Drawing]> => {
        const isBrand = screen === 'home' || screen === SHOP;
        const { title, about } = await renderer.headOf(screen === SHOP ? 'home' : screen, locale);
        const said = isBrand ? { title: tagline[locale], about: screen === SHOP ? title : about } : { title, about };
        return [`${screen}-${locale}`, { kind: 'picture', texts: { brand, locale, ...said } }];
      }),
    ),
  );
}

function fileName(name: string, drawing: Drawing, made: string): string {
  const hash = createHash('sha256').update(made).update(JSON.stringify(drawing)).digest('hex').slice(0, HASH_CHARS);
  return `${name.toLowerCase()}-${hash}.${drawing.kind === 'ico' ? 'ico' : 'png'}`;
}

function draw(missing: readonly { path: string; drawing: Drawing }[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'drawing/draw.ts')], { cwd: root, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.on('error', reject);
  child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`The icons and pictures could not be drawn:\n${said}`))));
  // One that ended before it had read everything tells why on its other end.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(missing));
  return promise;
}

async function sweep(current: ReadonlySet<string>): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !current.has(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > KEPT_MS) await rm(path, { force: true });
    }),
  );
}

async function readFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const names = (await readdir(folder)).filter((name) => /\.(png|ico)$/.test(name));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}
