// The name of a service with its size, wherever an order is named.
import type { Locale } from './locale.ts';

/** "Logo design, 3 drafts"; in Japanese in full-width brackets. */
export function formatOfferTitle(name: string, details: readonly (string | undefined)[], locale: Locale): string {
  const known = details.filter(Boolean);
  if (locale !== 'jp') return [name, ...known].join(', ');
  return known.length > 0 ? `${name}（${known.join('、')}）` : name;
}
