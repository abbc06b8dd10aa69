// Icon of a service by its name in the catalogue.
import { type GlyphColour, getGlyph, glyphSize } from '#lib/service-glyphs.ts';
import css from './service-icon.module.css';

const classes: Readonly<Record<GlyphColour, string | undefined>> = {
  'accent-soft': css.accentSoft,
  'brass-soft': css.brassSoft,
  'good-soft': css.goodSoft,
  'warn-soft': css.warnSoft,
  sunken: css.sunken,
  accent: css.accent,
  ink: css.ink,
  good: css.good,
  warn: css.warn,
};

export function Glyph({ icon }: { readonly icon: string | null }) {
  const { ground, lines } = getGlyph(icon);
  return (
    <svg className={css.glyph} viewBox={`0 0 ${glyphSize} ${glyphSize}`} aria-hidden="true">
      <path className={classes[ground.colour]} d={ground.path} />
      {lines.map(({ path, colour }) => (
        <path key={path} className={classes[colour]} d={path} />
      ))}
    </svg>
  );
}
