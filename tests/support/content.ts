// The texts of pages at the desk: `const { text, save } = await openedContent(shop, 'home')`.
import type { ContentName } from '#lib/rendering.ts';
import type { ContentDrafts } from '#modules/texts/content/shapes.ts';
import { type Operating, operating } from './desk.ts';
import type { Shop } from './shop.ts';

export const WHY = 'news of this autumn';

export const words = (text: string) => ({ en: text, es: `${text} (es)`, jp: `${text} (jp)` });

export const pageIn = async (shop: Shop, path: string, language = 'en'): Promise<string> =>
  (await fetch(`${shop.urls.storefront}${path}`, { headers: { 'accept-language': language } })).text();

/** One for each shop: log-ins are limited. */
const owners = new WeakMap<Shop, Promise<Operating>>();
export function getOwner(shop: Shop): Promise<Operating> {
  const owner = owners.get(shop) ?? operating(shop, 'owner');
  owners.set(shop, owner);
  return owner;
}

/** A text as it is now, as an owner opens it. */
export async function openedContent<Name extends ContentName>(shop: Shop, name: Name) {
  const owner = await getOwner(shop);
  const { body } = await owner.call('GET /api/content', { name });
  const text = body.text as ContentDrafts[Name];
  return {
    owner,
    text,
    number: body.number,
    preview: (changed: ContentDrafts[Name]) => owner.call('POST /api/content/preview', { name, text: changed }),
    save: (changed: ContentDrafts[Name], from = body.number, by = owner) =>
      by.call('POST /api/content/save', { name, text: changed, from, why: WHY }),
  };
}
