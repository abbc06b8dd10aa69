// What a document takes from the shop's look.

import type { LogoFile, ShopTexts } from '../rendering.ts';
import { createPalette } from './palette.ts';

/** As the brand has it for light pages: paper is white. */
export type PaperLogo = Pick<LogoFile, 'text' | 'width' | 'height'> & { readonly includesName: boolean };

/** Absent values: the colour of the tokens, and the default logo. */
export type PaperLook = {
  readonly accent?: string;
  /** Without the default logo. */
  readonly plain?: boolean;
  /** The owner's logo. */
  readonly logo?: PaperLogo;
};

/** A shop with a logo of its own does not get the default one. */
export const getDocumentLook = ({
  look: { accent },
  logo,
}: Pick<ShopTexts['brand'], 'logo'> & { readonly look: Pick<ShopTexts['brand']['look'], 'accent'> }): PaperLook => ({
  ...(accent === undefined ? {} : { accent: createPalette(accent).light.accent }),
  ...(logo ? { plain: true, logo: toPaperLogo(logo) } : {}),
});

const toPaperLogo = ({ light: { text, width, height }, includesName }: NonNullable<ShopTexts['brand']['logo']>): PaperLogo => ({
  text,
  width,
  height,
  includesName,
});
