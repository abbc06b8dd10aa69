// A stored logo file as bytes and as an address.

import type { LogoFile } from '../rendering.ts';
import { PNG_PREFIX } from './look.ts';

/** The bytes of a logo file and their type. */
export const getLogoBytes = ({ text }: Pick<LogoFile, 'text'>): { readonly bytes: Buffer; readonly type: string } =>
  text.startsWith(PNG_PREFIX)
    ? { bytes: Buffer.from(text.slice(PNG_PREFIX.length), 'base64'), type: 'image/png' }
    : { bytes: Buffer.from(text), type: 'image/svg+xml; charset=utf-8' };

/** As a data URL, to be drawn inside another picture. */
export const getLogoDataUrl = ({ text }: Pick<LogoFile, 'text'>): string =>
  text.startsWith(PNG_PREFIX) ? text : `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;

/** A logo alone as an SVG of this many pixels. `href`: as a data URL. */
export function renderLogoSvg(href: string, { width, height }: { readonly width: number; readonly height: number }): string {
  const size = `width="${Math.round(width)}" height="${Math.round(height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${href}"/></svg>`;
}
