// API schemas of the desk's brand editor.
import * as z from 'zod/mini';
import { MAX_SOCIAL_LINKS } from '#lib/look/look.ts';
import { shopLookShape } from '#lib/look/shapes.ts';
import { oneLine } from '#lib/markdown/plain-text.ts';
import { logoNames } from '#lib/rendering.ts';
import { versionShape } from './shapes.ts';

const NAME_CHARS = 60;
const LINE_CHARS = 200;
/** 256 kB as a data URL. */
const LOGO_CHARS = 360_000;

const line = (chars: number) => z.string().check(z.overwrite(oneLine), z.trim(), z.minLength(1), z.maxLength(chars));
const inAll = z.object({ en: line(LINE_CHARS), es: line(LINE_CHARS), jp: line(LINE_CHARS) });
/** SVG source, or a PNG as a data URL; null if there is none. */
const logo = z.nullable(z.string().check(z.maxLength(LOGO_CHARS)));

const socialShape = z.object({ name: line(NAME_CHARS), url: z.string().check(z.trim(), z.maxLength(LINE_CHARS)) });

export const brandDraftShape = z.object({
  name: line(NAME_CHARS),
  tagline: inAll,
  claim: inAll,
  social: z.array(socialShape).check(z.maxLength(MAX_SOCIAL_LINKS)),
  /** Its rules are those of files. */
  look: z.object({ ...shopLookShape.shape, accent: z.optional(z.string().check(z.maxLength(LINE_CHARS))) }),
  logos: z.object(Object.fromEntries(logoNames.map((name) => [name, logo])) as Record<(typeof logoNames)[number], typeof logo>),
  logoIncludesName: z.boolean(),
  supportEmail: line(LINE_CHARS),
  mailFrom: line(LINE_CHARS),
});
export type BrandDraft = z.output<typeof brandDraftShape>;

export const brandVersionRequestShape = z.object({ number: z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)) });

/** Stored text may be longer than what the desk accepts. */
const storedBrandShape = z.object({
  name: z.string(),
  tagline: z.object({ en: z.string(), es: z.string(), jp: z.string() }),
  claim: z.object({ en: z.string(), es: z.string(), jp: z.string() }),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  look: shopLookShape,
  logos: z.object({ logo: z.nullable(z.string()), 'logo-dark': z.nullable(z.string()), icon: z.nullable(z.string()) }),
  logoIncludesName: z.boolean(),
  supportEmail: z.string(),
  mailFrom: z.string(),
});

export const oldBrandShape = storedBrandShape;
export const brandDetailsShape = z.object({ ...storedBrandShape.shape, number: z.int(), versions: z.array(versionShape) });
export type BrandDetails = z.output<typeof brandDetailsShape>;
