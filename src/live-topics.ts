// TABLE 5: topics of change notifications for open pages. They contain no data: pages refetch, so nothing
// private is sent and a missed one does no lasting harm.

export type NewsRow = {
  readonly about: string;
  /** Absent: sent to pages. Otherwise handled on the node only. */
  readonly inside?: true;
};

export const news = {
  orders: { about: 'An order came, moved on, can be paid or was cancelled; its pieces too.' },
  subscriptions: { about: 'A monthly bundle began, was paused, renewed or ended.' },
  balance: { about: 'A balance is another, or a deposit stands otherwise.' },
  queue: {
    about: 'The work of the desk: a piece came, was taken, written on, delivered, or is wanted otherwise. Only the desk has that topic.',
  },
  drafts: { about: 'What somebody of the desk writes was saved. Only who has that piece open cares.' },
  tickets: { about: 'Somebody wrote in a ticket, or it stands otherwise.' },
  sessions: { about: 'A session may have ended, and its stream with it.', inside: true },
} as const satisfies Readonly<Record<string, NewsRow>>;

export type NewsName = keyof typeof news;
/** Topics that pages receive. */
export type PageNews = { [Name in NewsName]: (typeof news)[Name] extends { inside: true } ? never : Name }[NewsName];

export const isNewsName = (name: string): name is NewsName => Object.hasOwn(news, name);
export const isForPages = (name: NewsName): name is PageNews => !('inside' in news[name]);
