// Kinds of fake engagement shown to customers, and the default rules of each.

export const kinds = ['bought', 'invented', 'appearance', 'automation', 'accounts', 'exchange', 'harm', 'votes'] as const;
export type Kind = (typeof kinds)[number];

export const rulesOfKind: Readonly<Record<Kind, readonly string[]>> = {
  bought: ['followers', 'likes', 'views', 'shares', 'members'],
  invented: ['reviews', 'comments'],
  appearance: ['followers', 'likes', 'views'],
  automation: ['bots'],
  accounts: ['accounts'],
  exchange: ['likes', 'followers', 'reviews'],
  harm: ['reviews', 'comments', 'accounts'],
  votes: ['votes'],
};
