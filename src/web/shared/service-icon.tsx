// Icon of a service by its slug; a bundle is a stack of them.
import type { ReactNode } from 'react';
import css from './service-icon.module.css';

const square = (tone: string | undefined, round = 12) => <rect className={tone} x="2" y="2" width="44" height="44" rx={round} />;
const disc = (tone: string | undefined) => <circle className={tone} cx="24" cy="24" r="22" />;

const stack = (
  <>
    {square(css.brassSoft)}
    <path className={css.ink} d="m24 11 14 7-14 7-14-7z" />
    <path className={css.accent} d="m11 25 13 6.5L37 25M11 31.5 24 38l13-6.5" />
  </>
);

const drawings: Readonly<Record<string, ReactNode>> = {
  'social-boosts': (
    <>
      {disc(css.accentSoft)}
      <path className={css.accent} d="M12 34 20 22l7 6 10-15" />
    </>
  ),
  'brand-stories': (
    <>
      {square(css.brassSoft)}
      <path className={css.ink} d="M13 12h9a4 4 0 0 1 4 4v20a4 4 0 0 0-4-4h-9zM37 12h-7a4 4 0 0 0-4 4v20a4 4 0 0 1 4-4h7z" />
    </>
  ),
  'quick-reads': (
    <>
      {square(css.goodSoft, 22)}
      <path className={css.good} d="M14 17h20M14 24h20M14 31h12" />
    </>
  ),
  'catchy-phrases': (
    <>
      <path className={css.accentSoft} d="M24 2 46 24 24 46 2 24z" />
      <path className={css.accent} d="M17 28c3 0 4-2 4-5v-5h-6v6h4M29 28c3 0 4-2 4-5v-5h-6v6h4" />
    </>
  ),
  'content-checker': (
    <>
      {square(css.warnSoft)}
      <path className={css.warn} d="m13 25 7 7 15-17" />
    </>
  ),
  'hashtag-magic': (
    <>
      {disc(css.sunken)}
      <path className={css.ink} d="M20 12 16 36M32 12l-4 24M11 20h27M10 29h27" />
    </>
  ),
};

export const Glyph = ({ slug }: { slug: string }) => (
  <svg className={css.glyph} viewBox="0 0 48 48" aria-hidden="true">
    {drawings[slug] ?? stack}
  </svg>
);
