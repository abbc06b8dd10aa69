// Styles take colours and lengths from tokens.css: dark mode, zoom and a new brand would miss a raw value.
import type { Code } from '../architecture/code.ts';

const isStyle = (path: string): boolean => /^src\/(ui|account|site|desk)\/.*\.css$/.test(path) && !/(^|\/)tokens\.css$/.test(path);

const names =
  'aqua|azure|beige|black|blue|brown|coral|crimson|cyan|fuchsia|gold|gr[ae]y|green|indigo|ivory|khaki|lavender|lime|magenta|maroon|navy|olive|orange|orchid|pink|plum|purple|red|salmon|silver|tan|teal|tomato|turquoise|violet|white|yellow';

const raw: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /#[\da-f]{3,8}\b/gi, what: 'a raw colour' },
  { pattern: /\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((?!from var\()/gi, what: 'a raw colour' },
  { pattern: new RegExp(`(?<![\\w-])((light|dark|medium|pale|deep|hot)?(${names}))(?![\\w-])`, 'gi'), what: 'a raw colour' },
  // Hairlines are one pixel wide.
  { pattern: /(?<![\w.-])-?(?!1px)\d*\.?\d+px\b/gi, what: 'a raw length' },
];

export function styleFaults({ files }: Code): string[] {
  return [...files]
    .filter(([path]) => isStyle(path))
    .flatMap(([path, text]) =>
      valuesOf(text).flatMap(({ value, line }) => rawIn(value).map((what) => `${path}:${line} has ${what}; take it from tokens.css`)),
    );
}

/** What has a name that follows the direction of the writing. The desk is in English only. */
const isMirrored = (path: string): boolean => /^src\/(ui|account|site)\/.*\.css$/.test(path);
const sided =
  /^(margin|padding|border|scroll-margin|scroll-padding)-(left|right)(-\w+)?$|^(left|right)$|^border-(top|bottom)-(left|right)-radius$/;
const byFourSides = new Set(['margin', 'padding', 'inset', 'border-width', 'border-radius']);

/** Languages written from right to left need every side by its logical name. */
export function directionFaults({ files }: Code): string[] {
  return [...files]
    .filter(([path]) => isMirrored(path))
    .flatMap(([path, text]) =>
      declarationsOf(text)
        .filter(isOneSided)
        .map(({ name, value, line }) => `${path}:${line} has ${name}: ${value}; use the logical property, such as margin-inline-start`),
    );
}

function isOneSided({ name, value }: { readonly name: string; readonly value: string }): boolean {
  if (sided.test(name)) return true;
  if (name === 'text-align' || name === 'float' || name === 'clear') return value === 'left' || value === 'right';
  // Functions are one part of a value.
  const sides = value.replace(/\((?:[^()]|\([^()]*\))*\)/g, '').split(/\s+/);
  if (!byFourSides.has(name) || sides.length < 4) return false;
  const parts = value.match(/(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];
  return name === 'border-radius' ? parts[0] !== parts[1] || parts[2] !== parts[3] : parts[1] !== parts[3];
}

function declarationsOf(css: string): { name: string; value: string; line: number }[] {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, (text) => text.replace(/[^\n]/g, ' '));
  return [...bare.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].map((match) => ({
    name: match[1] ?? '',
    value: (match[2] ?? '').trim(),
    line: bare.slice(0, match.index).split('\n').length,
  }));
}

const rawIn = (value: string): string[] =>
  raw.flatMap(({ pattern, what }) => (value.match(pattern) ?? []).map((found) => `${what}, ${found}`));

/**
 * Values of declarations and conditions of media queries, without selectors, comments, strings, URLs and
 * variable names.
 */
function valuesOf(css: string): { value: string; line: number }[] {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const bare = css
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/"[^"\n]*"|'[^'\n]*'/g, blank)
    .replace(/url\([^)]*\)/g, blank)
    .replace(/--[\w-]+/g, blank);
  return [...bare.matchAll(/(?<=:)[^:;{}]+(?=[;}])|@(media|container)[^{]+/g)].map((match) => ({
    value: match[0],
    line: bare.slice(0, match.index).split('\n').length,
  }));
}
