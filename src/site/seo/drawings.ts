// Renders and caches icons and share images. File names contain a hash of all inputs (texts, colours, logo,
// code), so each is rendered once and cached by browsers forever, and pages can name a file before it is
// drawn. Old files stay for a while, because shared links still refer to them.

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasFonts } from '#lib/language-names.ts';
import { fallbackLocale, type Locale, localeNames } from '#lib/locale.ts';
import { markShapes } from '#lib/logo.ts';
import { getLogoDataUrl } from '#lib/look/logo-file.ts';
import type { Renderer, ServiceHead, ShopTexts } from '#lib/rendering.ts';
import { getGlyph } from '#lib/service-glyphs.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { hashInputs, hashShort } from '#platform/hash-inputs.ts';
import { bundle, getThreadUrl, root } from '#platform/paths.ts';
import { openChildProcess } from '#platform/threads/child-process.ts';
import type { ThreadLimits } from '#platform/threads/thread.ts';
import type { PageName } from '../../pages.ts';
import type { Colours } from './drawing/colours.ts';
import type { OwnIcon, SquareIcon } from './drawing/icons.ts';
import type { PictureLogo, PictureTexts } from './drawing/picture.ts';

export type Drawing =
  | { readonly kind: 'picture'; readonly texts: PictureTexts }
  | ({ readonly kind: 'icon' } & SquareIcon)
  | { readonly kind: 'logo'; readonly logo: PictureLogo }
  | { readonly kind: 'ico'; readonly sizes: readonly number[]; readonly own?: OwnIcon | undefined };

/** The child process's input. */
export type DrawingWork = { readonly drawing: Drawing; readonly colours: Colours };

/** The icons by name. A maskable icon is cropped to a circle, so its logo keeps a margin. */
const icons = {
  favicon: { kind: 'ico', sizes: [16, 32] },
  'apple-touch-icon': { kind: 'icon', pixels: 180, share: 0.72, paper: true },
  'icon-192': { kind: 'icon', pixels: 192, share: 0.8, paper: true },
  'icon-512': { kind: 'icon', pixels: 512, share: 0.8, paper: true },
  'maskable-192': { kind: 'icon', pixels: 192, share: 0.56, paper: true },
  'maskable-512': { kind: 'icon', pixels: 512, share: 0.56, paper: true },
} as const satisfies Record<string, Drawing>;

export type IconName = keyof typeof icons;

export type Drawings = {
  /** Reads a file that was drawn, also an old one; undefined for any other name. */
  readonly read: (file: string) => Promise<Buffer | undefined>;
  /** Draws a current file that is missing; undefined for any other name. */
  readonly draw: (file: string) => Promise<Buffer | undefined>;
  /** The current files that were missing. */
  readonly missing: readonly string[];
  /** Removes files that were not current for a long time. */
  readonly sweep: () => Promise<void>;
  /** Ends the process at once; it also ends when it is idle. */
  readonly stop: () => void;
  /** The names of those that the pages use. */
  readonly current: readonly string[];
  readonly icon: (name: IconName) => string;
  /** The owner's logo as a PNG; undefined if there is none. */
  readonly logo: string | undefined;
  readonly own: OwnIcon | undefined;
  /** The share image of a page in a language. */
  readonly picture: (screen: string, locale: Locale) => string;
  readonly ofServices: ServiceDrawings;
};

/**
 * Share images and icons of the services. There are many and few are shared, so each is drawn when it is
 * first asked for.
 */
export type ServiceDrawings = {
  readonly picture: (service: ServiceHead, locale: Locale) => string;
  readonly icon: (service: ServiceHead) => string;
  /** Draws the file if it belongs to one of these services. */
  readonly draw: (file: string, services: readonly (readonly [Locale, ServiceHead])[]) => Promise<Buffer | undefined>;
};

const folder = join(root, 'dist/drawings');
/** What decides how a drawing looks, beside its words. */
export const drawingInputs = [
  'src/site/seo/drawing/*.ts',
  'src/site/seo/drawings.ts',
  'src/lib/look/logo-file.ts',
  'src/platform/threads/resvg.ts',
  'package-lock.json',
];

const MAX_UNUSED_MS = 30 * 24 * 60 * 60 * 1000;
/** The share image of pages without one of their own. */
const SHOP = 'shop';
/** The name of the owner's logo as a PNG. */
const LOGO = 'logo';

export async function openDrawings(renderer: Renderer, shop: Pick<ShopTexts, 'brand' | 'home'>, colours: Colours): Promise<Drawings> {
  const { brand } = shop;
  const own = getOwnIcon(brand);
  const logo = getPictureLogo(brand);
  const drawingByName = new Map<string, Drawing>([
    ...Object.entries(icons).map(([name, icon]): [string, Drawing] => [name, own ? { ...icon, own } : icon]),
    ...(logo ? [[LOGO, { kind: 'logo', logo }] as const] : []),
    ...(await listPictures(renderer, shop)),
  ]);
  const parts = [bundle?.drawings ?? (await hashInputs(root, drawingInputs)), colours, markShapes];
  const names = new Map([...drawingByName].map(([name, drawing]) => [name, getFileName(name, drawing, parts)]));
  await mkdir(folder, { recursive: true });
  const there = new Set((await readdir(folder)).filter((name) => /\.(png|ico)$/.test(name)));
  const works = [...drawingByName].map(([name, drawing]) => ({ file: names.get(name) ?? '', work: { drawing, colours } }));
  const drawer = openDrawer();
  const missing = new Map(works.filter(({ file }) => !there.has(file)).map((each) => [each.file, each]));
  const getName = (name: string): string => names.get(name) ?? '';
  return {
    // Names that are not listed never become a path.
    read: async (file) => (there.has(file) ? readFile(join(folder, file)).catch(() => undefined) : undefined),
    draw: async (file) => {
      const wanted = missing.get(file);
      return wanted && drawer.draw(wanted);
    },
    missing: [...missing.keys()],
    sweep: () => sweep(new Set(names.values())),
    stop: drawer.stop,
    current: [...names.values()],
    icon: getName,
    logo: names.get(LOGO),
    own,
    picture: (screen, locale) => getName(`${screen}-${locale}`) || getName(`${SHOP}-${locale}`),
    ofServices: listServiceDrawings(brand, colours, parts, drawer),
  };
}

/** Wider logos cannot be read in a square. */
const WIDEST_ICON = 1.3;

function getOwnIcon({ name, icon, logo }: ShopTexts['brand']): OwnIcon | undefined {
  const isSquare = logo && logo.light.width / logo.light.height <= WIDEST_ICON;
  const file = icon ?? (isSquare ? logo.light : undefined);
  if (file) return { file: getLogoDataUrl(file) };
  return logo ? { letter: [...name][0] ?? '' } : undefined;
}

const getPictureLogo = ({ logo }: ShopTexts['brand']): PictureLogo | undefined =>
  logo && { file: getLogoDataUrl(logo.light), width: logo.light.width, height: logo.light.height, includesName: logo.includesName };

/** What every share image says of the shop. */
const getSignature = (brand: ShopTexts['brand']): Pick<PictureTexts, 'brand' | 'type' | 'logo'> => {
  const logo = getPictureLogo(brand);
  return { brand: brand.name, type: brand.look.type, ...(logo ? { logo } : {}) };
};

function listServiceDrawings(brand: ShopTexts['brand'], colours: Colours, parts: readonly unknown[], drawer: Drawer): ServiceDrawings {
  const drawPicture = ({ icon, title, about }: ServiceHead, locale: Locale): Drawing => ({
    kind: 'picture',
    texts: { ...getSignature(brand), locale, title, about, glyph: getGlyph(icon) },
  });
  const toIcon = ({ icon }: ServiceHead): Drawing => ({ ...icons['apple-touch-icon'], glyph: getGlyph(icon) });
  const toNamed = (name: string, drawing: Drawing) => ({ file: getFileName(name, drawing, parts), work: { drawing, colours } });
  const picture = (service: ServiceHead, locale: Locale) => toNamed(`${service.slug}-${locale}`, drawPicture(service, locale));
  const icon = (service: ServiceHead) => toNamed(`icon-${service.slug}`, toIcon(service));
  return {
    picture: (service, locale) => picture(service, locale).file,
    icon: (service) => icon(service).file,
    draw(file, services) {
      // Unknown names are not worth the hashes of all services.
      const near = services.filter(([, { slug }]) => file.startsWith(`${slug}-`) || file.startsWith(`icon-${slug}-`));
      const all = near.flatMap(([locale, service]) => [picture(service, locale), icon(service)]);
      const wanted = all.find((each) => each.file === file);
      return wanted ? drawer.draw(wanted) : Promise.resolve(undefined);
    },
  };
}

/** Pages with a share image of their own; others use the shop's. */
const picturedPages = ['home', 'services', 'faq', 'contact'] as const satisfies readonly PageName[];

/** The home page and the default image show the brand's tagline. */
async function listPictures(renderer: Renderer, { brand, home }: Pick<ShopTexts, 'brand' | 'home'>): Promise<[string, Drawing][]> {
  const screens = [...picturedPages, SHOP];
  return Promise.all(
    screens.flatMap((screen) =>
      localeNames.map(async (of): Promise<[string, Drawing]> => {
        const locale = hasFonts(of) ? of : fallbackLocale;
        const isBrand = screen === 'home' || screen === SHOP;
        const about = localizeText(screen === SHOP ? home.title : home.description, locale);
        const words = isBrand ? { title: localizeText(brand.tagline, locale), about } : await renderer.getHead(screen, locale);
        return [`${screen}-${of}`, { kind: 'picture', texts: { ...getSignature(brand), locale, ...words } }];
      }),
    ),
  );
}

function getFileName(name: string, drawing: Drawing, parts: readonly unknown[]): string {
  return `${name.toLowerCase()}-${hashShort(JSON.stringify([parts, drawing]))}.${drawing.kind === 'ico' ? 'ico' : 'png'}`;
}

type Missing = { readonly file: string; readonly work: DrawingWork };
type Drawer = ReturnType<typeof openDrawer>;

/** An idle process would keep the memory of resvg and the fonts. */
const limits: ThreadLimits = { workMs: 60_000, idleMs: 2_000, memoryMb: 512 };

function openDrawer() {
  const child = openChildProcess<DrawingWork, Uint8Array>(getThreadUrl('src/site/seo/drawing/draw-process.ts'), limits);
  const inProgress = new Map<string, Promise<Buffer>>();
  const drawFile = async ({ file, work }: Missing): Promise<Buffer> => {
    const bytes = Buffer.from(await child.run(work));
    await save(file, bytes);
    return bytes;
  };
  return {
    draw(missing: Missing): Promise<Buffer> {
      const drawing = inProgress.get(missing.file) ?? drawFile(missing).finally(() => inProgress.delete(missing.file));
      inProgress.set(missing.file, drawing);
      return drawing;
    },
    stop: child.stop,
  };
}

/** If the folder is read-only, as in a container, each start draws what the build did not. */
async function save(file: string, bytes: Buffer): Promise<void> {
  const path = join(folder, file);
  // A temporary name first, so that readers never see a partial file.
  const unfinished = `${path}.${randomUUID()}`;
  await ignoreReadOnly(writeFile(unfinished, bytes).then(() => rename(unfinished, path)));
}

const readOnly = new Set(['EROFS', 'EACCES', 'EPERM']);
const ignoreReadOnly = (change: Promise<void>): Promise<void> =>
  change.catch((cause: NodeJS.ErrnoException) => {
    if (!readOnly.has(cause.code ?? '')) throw cause;
  });

async function sweep(current: ReadonlySet<string>): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !current.has(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > MAX_UNUSED_MS) await ignoreReadOnly(rm(path, { force: true }));
    }),
  );
}
