// Draws the owner's logo on a document, as a picture of print resolution.
import { getLogoDataUrl, renderLogoSvg } from '#lib/look/logo-file.ts';
import type { PaperLogo } from '#lib/look/paper-look.ts';
import type { Doc, Element } from './document.ts';

/** In points. */
const MAX_WIDTH = 200;
/** 300 dpi: a point is 1/72 inch. */
const PIXELS_PER_POINT = 300 / 72;

export type DrawnLogo = { readonly png: Buffer; readonly width: number; readonly height: number };

/** Scaled to the height, or to the greatest width. */
export async function renderLogo({ text, width, height }: PaperLogo, wantedHeight: number): Promise<DrawnLogo> {
  const scale = Math.min(wantedHeight / height, MAX_WIDTH / width);
  const size = { width: width * scale, height: height * scale };
  // Only a shop with its own logo loads it.
  const { Resvg } = await import('../threads/resvg.ts');
  const svg = renderLogoSvg(getLogoDataUrl({ text }), { width: size.width * PIXELS_PER_POINT, height: size.height * PIXELS_PER_POINT });
  const parsed = new Resvg(svg, { font: { loadSystemFonts: false } });
  const image = parsed.render();
  try {
    return { ...size, png: Buffer.from(image.asPng()) };
  } finally {
    image.free();
    parsed.free();
  }
}

type LogoPlace = { readonly x: number; readonly y: number };

/** `alt`: the name, if the logo stands for it; null if the name is beside it. */
export function placeLogo(doc: Doc, at: Element, { png, width, height }: DrawnLogo, { x, y }: LogoPlace, alt: string | null): void {
  const draw = () => {
    doc.image(png, x, y, { width, height });
  };
  if (alt !== null) {
    at.add(doc.struct('Figure', createFigure(alt, [x, y, x + width, y + height]), draw));
    return;
  }
  doc.markContent('Artifact', { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}

/** The types of the library lack the box, which PDF/UA requires. */
const createFigure = (alt: string, bbox: readonly number[]) => ({ alt, bbox }) as PDFKit.Mixins.StructureElementOptions;
