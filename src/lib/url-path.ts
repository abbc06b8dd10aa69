/** Fills in path parameters: `/services/:id` becomes `/services/logo-design`. */
export const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));

/** The path of a URL, without query and hash. */
export const getPath = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';
