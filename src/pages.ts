// TABLE 2: every page of the storefront: path, name, who may see it, where it is rendered. Pure data: the server, the browser and the tests read it.

export type PageRow = {
  readonly path: string;
  /** open: anyone; token: a logged-in visitor, guarded in the browser, where the token is. */
  readonly who: 'open' | 'token';
  /** true: rendered on the server and kept; false: a shell, rendered in the browser. */
  readonly server: boolean;
  /** The query parameters that the server's page depends on; all others are ignored by its cache. */
  readonly query?: Readonly<Record<string, readonly string[]>>;
};

export const pages = {
  home: { path: '/', who: 'open', server: true },
  services: { path: '/services', who: 'open', server: true },
} as const satisfies Record<string, PageRow>;

export type PageName = keyof typeof pages;

/** A typed address: a page that is not in the table does not compile. */
export const href = (name: PageName, hash = ''): string => pages[name].path + hash;
