// What the members of a shop in development and the primary with its Vite say to each other.

export const PAGES_ENTRY = 'src/web/entry.client.tsx';
export const RENDERER_ENTRY = 'src/web/entry.server.tsx';
export const DESK_ENTRY = 'src/desk/app/entry.tsx';

export type ViteQuestion =
  | { readonly kind: 'vite.invoke'; readonly id: number; readonly payload: unknown }
  | { readonly kind: 'vite.document'; readonly id: number; readonly url: string; readonly html: string };

export type ViteAnswer =
  | { readonly kind: 'vite.answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'vite.changed'; readonly path: string };
