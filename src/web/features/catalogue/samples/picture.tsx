// Pictures of sample posts, drawn from the picture direction. Decorative: the direction beside them says what they show.
import type { ReactNode } from 'react';
import type { SamplePicture } from '../../../../lib/rendering.ts';
import { useHydrated } from '../../../../ui/hooks/use-hydrated.ts';
import css from './picture.module.css';

const stars = (
  <path
    stroke="var(--crumb)"
    strokeWidth="2.5"
    strokeLinecap="round"
    opacity="0.8"
    d="M22 24h.1M58 14h.1M102 20h.1M176 12h.1M228 22h.1M276 14h.1M304 40h.1M16 62h.1"
  />
);

const drawings: Readonly<Record<SamplePicture, ReactNode>> = {
  window: (
    <>
      <rect fill="var(--night)" width="320" height="180" />
      {stars}
      <rect fill="var(--wall)" x="62" y="30" width="196" height="124" />
      <path fill="color-mix(in oklch, var(--wall) 70%, var(--night))" d="M54 30h208v8H54z" />
      <path fill="var(--lamp)" opacity="0.2" d="M84 154h112l34 26H58zM206 154h36l22 26h-52z" />
      <rect fill="var(--lamp)" x="84" y="70" width="112" height="66" rx="3" />
      <path fill="var(--bread)" d="M94 128a13 10 0 0 1 26 0zM126 128a13 10 0 0 1 26 0zM158 128a13 10 0 0 1 26 0z" />
      <path fill="none" stroke="var(--wall)" strokeWidth="4" d="M140 70v66M84 98h112M84 129h112" />
      <path fill="var(--accent)" d="M78 56h124l8 18H70z" />
      <path fill="none" stroke="var(--crumb)" strokeWidth="7" d="M97 56l-5 18M122 56l-3 18M147 56v18M172 56l3 18" />
      <rect fill="var(--lamp)" x="208" y="78" width="32" height="76" rx="2" />
      <path fill="none" stroke="var(--wall)" strokeWidth="4" d="M224 78v76" />
      <path fill="none" stroke="var(--wall)" strokeWidth="4" d="M0 154h320" />
    </>
  ),
  loaf: (
    <>
      <rect fill="var(--wood)" width="320" height="180" />
      <path fill="none" stroke="var(--wall)" strokeWidth="2.5" d="M0 42h320M0 90h320M0 138h320M70 0v42M210 42v48M118 90v48M250 138v42" />
      <path fill="var(--lamp)" opacity="0.2" d="M0 0h150L40 180H0z" />
      <ellipse fill="var(--night)" opacity="0.35" cx="146" cy="108" rx="92" ry="50" />
      <ellipse fill="var(--bread)" cx="140" cy="92" rx="92" ry="56" />
      <path
        fill="none"
        stroke="var(--crumb)"
        strokeWidth="7"
        strokeLinecap="round"
        d="M76 66q62-34 128 2M66 92q74-36 148 2M78 118q60-26 122 0"
      />
      <ellipse fill="var(--crumb)" stroke="var(--bread)" strokeWidth="7" cx="246" cy="98" rx="24" ry="46" />
    </>
  ),
  bench: (
    <>
      <rect fill="var(--brass-soft)" width="320" height="180" />
      <circle fill="var(--lamp)" cx="58" cy="46" r="22" />
      <path fill="var(--wood)" d="M132 0h188v132H132z" />
      <path fill="var(--crumb)" opacity="0.85" d="M156 20h60v62h-60zM240 20h60v62h-60z" />
      <rect fill="var(--line)" y="132" width="320" height="48" />
      <path fill="none" stroke="var(--night)" strokeWidth="7" strokeLinecap="round" d="M164 116h124M164 100h124M178 116v34M274 116v34" />
      <path fill="var(--accent)" d="M190 86h14v14h-14zM214 86h14v14h-14z" />
      <path fill="var(--brass)" d="M246 68h26l4 32h-34z" />
    </>
  ),
  bicycle: (
    <>
      <rect fill="var(--wood)" width="320" height="180" />
      <path fill="none" stroke="var(--wall)" strokeWidth="2.5" d="M40 0v150M96 0v150M152 0v150M208 0v150M264 0v150M24 28h272" />
      <path fill="var(--lamp)" opacity="0.2" d="M214 0h106v150H150z" />
      <rect fill="var(--wall)" y="150" width="320" height="30" />
      <path
        fill="none"
        stroke="var(--crumb)"
        strokeWidth="1.5"
        opacity="0.6"
        d="M0 0l44 44M0 24l30 8M24 0l8 30M0 44q30 0 44-44M0 28q20 0 28-28"
      />
      <circle fill="none" stroke="var(--night)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round" cx="98" cy="116" r="38" />
      <circle fill="none" stroke="var(--crumb)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round" cx="216" cy="116" r="38" />
      <path
        fill="none"
        stroke="var(--accent)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M98 116l34-56h66l18 56M132 60l26 56h-60M158 116l40-56M198 60l-4-18"
      />
      <path
        fill="none"
        stroke="var(--crumb)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M120 50h24M132 60v-10M184 40h22q8 0 8 8M158 116l10 12"
      />
      <circle fill="var(--crumb)" cx="158" cy="116" r="7" />
    </>
  ),
  jar: (
    <>
      <rect fill="var(--brass-soft)" width="320" height="180" />
      <circle fill="var(--lamp)" cx="176" cy="70" r="58" />
      <path fill="color-mix(in oklch, var(--good) 45%, var(--good-soft))" d="M0 104q80-34 160-8t160-10v94H0z" />
      <path
        stroke="var(--crumb)"
        strokeWidth="9"
        strokeLinecap="round"
        d="M24 116h.1M58 102h.1M88 120h.1M264 104h.1M292 116h.1M240 122h.1"
      />
      <rect fill="var(--wood)" y="146" width="320" height="34" />
      <path stroke="var(--wood)" strokeWidth="8" d="M60 0v146M262 0v146" />
      <rect fill="var(--wall)" x="134" y="42" width="62" height="16" rx="4" />
      <path
        fill="color-mix(in oklch, var(--bread) 60%, var(--lamp))"
        d="M132 60h66q10 8 10 20v54q0 14-14 14h-58q-14 0-14-14V80q0-12 10-20z"
      />
      <path stroke="var(--crumb)" strokeWidth="6" strokeLinecap="round" opacity="0.8" d="M138 76v52" />
    </>
  ),
  house: (
    <>
      <rect fill="color-mix(in oklch, var(--night) 80%, var(--accent))" width="320" height="180" />
      {stars}
      <path fill="color-mix(in oklch, var(--wall) 70%, var(--night))" d="M72 58l88-38 88 38z" />
      <rect fill="var(--wall)" x="80" y="58" width="160" height="100" />
      <path
        fill="color-mix(in oklch, var(--night) 80%, var(--wall))"
        d="M94 70h18v22H94zM124 70h18v22h-18zM178 70h18v22h-18zM208 70h18v22h-18zM94 106h18v22H94zM124 106h18v22h-18zM178 106h18v22h-18zM208 106h18v22h-18z"
      />
      <path fill="color-mix(in oklch, var(--night) 80%, var(--wall))" d="M151 70h18v22h-18zM152 34h16v12h-16z" />
      <path fill="color-mix(in oklch, var(--night) 80%, var(--wall))" d="M148 116h24v42h-24z" />
      <circle fill="var(--lamp)" opacity="0.2" cx="256" cy="104" r="38" />
      <path fill="none" stroke="var(--night)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round" d="M256 122v38M240 92h32" />
      <rect fill="var(--lamp)" x="249" y="94" width="14" height="22" rx="3" />
      <path fill="color-mix(in oklch, var(--crumb) 60%, var(--night))" d="M0 158q60-8 120 0t200-4v26H0z" />
      <path
        stroke="var(--crumb)"
        strokeWidth="2.5"
        strokeLinecap="round"
        opacity="0.8"
        d="M30 92h.1M52 128h.1M66 40h.1M282 70h.1M300 130h.1M268 40h.1M20 140h.1"
      />
    </>
  ),
};

export const Picture = ({ of }: { of: SamplePicture }) => (
  <svg className={css.picture} viewBox="0 0 320 180" aria-hidden="true">
    {drawings[of]}
  </svg>
);

/** Drawn once the page is live. */
export const LatePicture = ({ of }: { of: SamplePicture }) => (useHydrated() ? <Picture of={of} /> : <div className={css.space} />);
