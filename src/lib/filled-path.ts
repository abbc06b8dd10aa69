/** The path of a page with its parts filled in: `/services/:id` is `/services/brand-stories`. */
export const filledPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));
