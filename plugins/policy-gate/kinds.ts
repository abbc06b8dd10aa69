// Kinds of fake engagement shown to customers, and the default rules of each.

export const policyKinds = ['bought', 'invented', 'appearance', 'automation', 'accounts', 'exchange', 'harm', 'votes'] as const;
export type PolicyKind = (typeof policyKinds)[number];

export const rulesOfKind: Readonly<Record<PolicyKind, readonly string[]>> = {
  bought: ['followers', 'likes', 'views', 'shares', 'members'],
  invented: ['reviews', 'comments'],
  appearance: ['followers', 'likes', 'views'],
  automation: ['bots'],
  accounts: ['accounts'],
  exchange: ['likes', 'followers', 'reviews'],
  harm: ['reviews', 'comments', 'accounts'],
  votes: ['votes'],
};
