// The display fonts of the type pairings, loaded to show them at the desk.
import { useEffect } from 'react';
import { ALL_RANGE, COMMON_RANGE } from '#lib/look/font-ranges.ts';
import { displayFonts, isLoadedType, type LoadedType, type TypeName, typeNames } from '#lib/look/look.ts';

/** At an address without a hash, because the server alone knows the hash. */
const getAddress = (type: LoadedType, part: string): string => `/fonts/${type}-${part}.woff2`;

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

const loadedTypes = new Set<LoadedType>();

function loadFont(type: LoadedType): void {
  if (loadedTypes.has(type)) return;
  loadedTypes.add(type);
  const { family } = displayFonts[type];
  // The later one is taken for the characters of both.
  for (const [part, unicodeRange] of Object.entries({ rest: ALL_RANGE, common: COMMON_RANGE }))
    document.fonts.add(new FontFace(family, `url(${getAddress(type, part)})`, { weight: '400 700', display: 'swap', unicodeRange }));
}
