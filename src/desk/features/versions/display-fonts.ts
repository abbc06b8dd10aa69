// The display fonts of the type pairings, loaded to show them at the desk.
import { useEffect } from 'react';
import { displayFonts, isLoadedType, type LoadedType, type TypeName, typeNames } from '../../../lib/look/look.ts';

/** At an address without a hash, because the server alone knows the hash. */
const addressOf = (type: LoadedType): string => `/fonts/${type}.woff2`;

export const fontFamilies = Object.fromEntries(
  typeNames.map((type) => [
    type,
    isLoadedType(type) ? `"${displayFonts[type].family}"` : type === 'system' ? 'var(--font-text)' : 'var(--font-display)',
  ]),
) as Readonly<Record<TypeName, string>>;

export function useDisplayFonts(): void {
  useEffect(() => {
    for (const type of typeNames) if (isLoadedType(type)) loadFont(type);
  }, []);
}

const loaded = new Set<LoadedType>();

function loadFont(type: LoadedType): void {
  if (loaded.has(type)) return;
  loaded.add(type);
  const { family, weights } = displayFonts[type];
  document.fonts.add(new FontFace(family, `url(${addressOf(type)})`, { weight: weights, display: 'swap' }));
}
