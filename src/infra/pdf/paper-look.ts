// What a document takes from the shop's look.
import { paletteOf } from '../../lib/look/palette.ts';
import type { ShopTexts } from '../../lib/rendering.ts';

/** Absent values: the colour of the tokens, and the default logo. */
export type PaperLook = {
  readonly accent?: string;
  /** Without the default logo. */
  readonly plain?: boolean;
};

/** A shop with a logo of its own does not get the default one. */
export const paperLook = ({
  look: { accent },
  logo,
}: Pick<ShopTexts['brand'], 'logo'> & { readonly look: Pick<ShopTexts['brand']['look'], 'accent'> }): PaperLook => ({
  ...(accent === undefined ? {} : { accent: paletteOf(accent).light.accent }),
  ...(logo ? { plain: true } : {}),
});
