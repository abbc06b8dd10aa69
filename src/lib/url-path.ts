/** The path of a page with its parts filled in: `/services/:id` is `/services/brand-stories`. */
export const filledPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));

/** The path of a URL, without query and hash. */
export const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';
