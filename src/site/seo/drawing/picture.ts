// Renders the share image of a page as SVG: background, logo, sound waves, title. Pure.

import type { Locale } from '#lib/locale.ts';
import { markSize } from '#lib/logo.ts';
import { renderLogoSvg } from '#lib/look/logo-file.ts';
import type { TypeName } from '#lib/look/look.ts';
import { escapeHtml } from '#lib/markdown/html.ts';
import { glyphSize, type ServiceGlyph } from '#lib/service-glyphs.ts';
import type { Colours } from './colours.ts';
import { drawGlyph, drawMark } from './icons.ts';
import { breakLines, type Measure } from './lines.ts';

export const pictureSize = { width: 1200, height: 630 } as const;

export type PictureTexts = {
  readonly brand: string;
  readonly title: string;
  readonly about: string;
  readonly locale: Locale;
  /** Of the service that the page sells. */
  readonly glyph?: ServiceGlyph;
  readonly type: TypeName;
  /** The owner's logo; absent: the default one. */
  readonly logo?: PictureLogo | undefined;
};

/** `file`: a data URL. */
export type PictureLogo = { readonly file: string; readonly width: number; readonly height: number; readonly includesName: boolean };

/** The display font of each type pairing. */
export const displayFamilies = {
  grotesque: 'Bricolage Grotesque',
  serif: 'Fraunces',
  geometric: 'Space Grotesk',
  literary: 'Newsreader',
  system: 'Noto Sans JP',
} as const satisfies Record<TypeName, string>;
export type Family = (typeof displayFamilies)[TypeName];

/** The display font for Latin, the other for Japanese. */
const getFamily = (type: TypeName, locale: Locale): Family => (locale === 'jp' ? 'Noto Sans JP' : displayFamilies[type]);
export const listFamilies = ({ type, locale }: PictureTexts): readonly Family[] => [displayFamilies[type], getFamily(type, locale)];

export type Type = { readonly family: Family; readonly weight: number; readonly size: number };
type MeasureType = (type: Type) => Measure;

/** Top of the text; the logo's own square has a margin of nine. */
const MARGIN = 76;
const BASELINE = 560;
const titleSizes = [92, 84, 76, 68, 60, 52] as const;
const titleBox = { width: 980, lines: 3 } as const;
const aboutType = { weight: 500, size: 31 } as const;
const aboutBox = { width: 1_000, lines: 2 } as const;

export function drawPicture(texts: PictureTexts, colours: Colours, measure: MeasureType): string {
  const { width, height } = pictureSize;
  const family = getFamily(texts.type, texts.locale);
  const title = fitTitle(texts, family, measure);
  const about = breakLines(texts.about, texts.locale, aboutBox, measure({ ...aboutType, family })) ?? [];
  const aboutLeading = aboutType.size * 1.45;
  const titleLeading = title.size * (texts.locale === 'jp' ? 1.28 : 1.08);
  const aboutTop = BASELINE - (about.length - 1) * aboutLeading;
  const titleTop = (about.length > 0 ? aboutTop - aboutType.size * 2.1 : BASELINE) - (title.lines.length - 1) * titleLeading;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${colours.paper}"/>`,
    drawWaves(colours, texts.glyph ? glyphCentre : { x: 1110, y: 92 }),
    texts.glyph ? drawServiceIcon(texts.glyph, colours) : '',
    drawSignature(texts, colours),
    drawText(title.lines, { x: MARGIN, y: titleTop, leading: titleLeading, colour: colours.ink, type: title.type }),
    drawText(about, { x: MARGIN, y: aboutTop, leading: aboutLeading, colour: colours['ink-soft'], type: { ...aboutType, family } }),
    '</svg>',
  ].join('');
}

/** The largest size that fits three lines; a title that fits in no size is cut off. */
function fitTitle({ title, locale }: PictureTexts, family: Family, measure: MeasureType) {
  // Short sentences get a line each.
  const sentences = title.match(/[^.!?]+[.!?]+/g)?.map((sentence) => sentence.trim()) ?? [];
  for (const lineKind of ['sentences', 'words'] as const)
    for (const size of titleSizes) {
      const type = { family, weight: 700, size };
      const width = measure(type);
      const fitsOnePerLine =
        sentences.length > 1 && sentences.length <= titleBox.lines && sentences.every((each) => width(each) <= titleBox.width);
      const lines = lineKind === 'words' ? breakLines(title, locale, titleBox, width) : fitsOnePerLine ? sentences : undefined;
      if (lines) return { size, type, lines };
    }
  const [size] = titleSizes.slice(-1) as [number];
  return { size, type: { family, weight: 700, size }, lines: [`${[...title].slice(0, 24).join('')}…`] };
}

const LOGO_BOX = { height: 76, width: 480 } as const;

/** Logo and name of the shop, top left. */
function drawSignature({ brand, type, logo }: PictureTexts, colours: Colours): string {
  const nameAt = (x: number) =>
    drawText([brand], { x, y: 116, leading: 0, colour: colours.ink, type: { family: displayFamilies[type], weight: 700, size: 46 } });
  if (!logo) return `<g transform="translate(${MARGIN - 9} 64) scale(${72 / markSize})">${drawMark(colours)}</g>${nameAt(MARGIN + 92)}`;
  const scale = Math.min(LOGO_BOX.height / logo.height, LOGO_BOX.width / logo.width);
  const [width, height] = [logo.width * scale, logo.height * scale].map((side) => side.toFixed(1));
  const image = `<image x="${MARGIN}" y="62" width="${width}" height="${height}" href="${logo.file}"/>`;
  return logo.includesName ? image : image + nameAt(MARGIN + Number(width) + 22);
}

/** A logo alone, for mails: twice as high as they show it. */
export const drawLogoPicture = ({ logo: { file, width, height } }: { readonly logo: PictureLogo }): string =>
  renderLogoSvg(file, { width: (64 * width) / height, height: 64 });

const glyphCentre = { x: 1040, y: 150 } as const;
const GLYPH_SCALE = 3.6;

function drawServiceIcon(own: ServiceGlyph, colours: Colours): string {
  const half = (glyphSize * GLYPH_SCALE) / 2;
  return `<g transform="translate(${glyphCentre.x - half} ${glyphCentre.y - half}) scale(${GLYPH_SCALE})">${drawGlyph(own, colours)}</g>`;
}

/** Sound waves: circles that fade with their distance. */
function drawWaves({ brass, paper }: Colours, { x, y }: { readonly x: number; readonly y: number }): string {
  const circles = Array.from({ length: 11 }, (_, index) => {
    const share = 0.62 - index * 0.048;
    return `<circle cx="${x}" cy="${y}" r="${70 + index * 44}" stroke="${mixColours(brass, paper, share)}"/>`;
  });
  return `<g fill="none" stroke-width="3">${circles.join('')}</g>`;
}

/** Blended here instead of by opacity: fewer colours make a smaller file. */
function mixColours(over: string, under: string, share: number): string {
  const at = (colour: string, index: number) => Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16);
  const channels = [0, 1, 2].map((index) => Math.round(at(over, index) * share + at(under, index) * (1 - share)));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

type Place = { readonly x: number; readonly y: number; readonly leading: number; readonly colour: string; readonly type: Type };

const drawText = (lines: readonly string[], { x, y, leading, colour, type }: Place): string =>
  lines
    .map(
      (line, index) =>
        `<text x="${x}" y="${(y + index * leading).toFixed(1)}" fill="${colour}" ${formatTypeAttributes(type)}>${escapeHtml(line)}</text>`,
    )
    .join('');

const formatTypeAttributes = ({ family, weight, size }: Type): string =>
  `font-family="${family}" font-weight="${weight}" font-size="${size}"`;
