// Keys of the API: what they may do, and how long. Pure.

export const scopes = [
  'catalogue:read',
  'orders:read',
  'orders:write',
  'clients:read',
  'clients:write',
  'money:read',
  'money:write',
  'tickets:read',
  'tickets:write',
  'files:write',
  'reports:read',
  'webhooks:write',
] as const;
export type Scope = (typeof scopes)[number];

/** What a client's own key can have: the rest is about the shop. */
export const accountScopes = [
  'catalogue:read',
  'orders:read',
  'orders:write',
  'money:read',
  'files:write',
  'webhooks:write',
] as const satisfies readonly Scope[];

type Row = { readonly revokedAt: Date | null; readonly expiresAt: Date | null };

export const isUsable = ({ revokedAt, expiresAt }: Row, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now);

/** How long the key before a rotation goes on working, in hours. */
export const overlapHours = [0, 1, 24, 168] as const;
