// Permissions by role: one table for the server's checks and for what the app offers. Pure.

export const roles = ['owner', 'manager', 'maker', 'support'] as const;
export type Role = (typeof roles)[number];

type ActRow = { readonly about: string; readonly roles: readonly Role[] };

const everybody = roles;
const leading = ['owner', 'manager'] as const;

export const permissions = {
  'queue.see': { about: 'See the queue and the pieces in it.', roles: everybody },
  'queue.all': {
    about: 'See all pieces, with prices and customers’ names. Others see their own and those that nobody has.',
    roles: ['owner', 'manager', 'support'],
  },
  'queue.work': { about: 'Take pieces, write them and deliver them.', roles: ['owner', 'manager', 'maker'] },
  'briefs.review': { about: 'Release or refuse a brief before work begins; refusing refunds its order.', roles: leading },
  'queue.assign': { about: 'Give pieces to others, and take them back.', roles: leading },
  'tickets.see': { about: 'Read tickets.', roles: ['owner', 'manager', 'support'] },
  'tickets.answer': { about: 'Answer, note, assign and close tickets.', roles: ['owner', 'manager', 'support'] },
  'orders.see': { about: 'See orders and what became of them.', roles: ['owner', 'manager', 'support'] },
  'orders.cancel': { about: 'Cancel orders that are not yet delivered.', roles: leading },
  'customers.see': { about: 'See customers and what they have ordered.', roles: ['owner', 'manager', 'support'] },
  'customers.logOut': { about: 'Log a customer out everywhere.', roles: ['owner', 'manager', 'support'] },
  'money.see': { about: 'See payments, refunds and balances.', roles: ['owner', 'manager', 'support'] },
  'money.move': { about: 'Refund, and credit a balance with a reason.', roles: leading },
  'mail.resend': { about: 'Send a mail once more.', roles: ['owner', 'manager', 'support'] },
  'coupons.see': { about: 'See coupons and how often they were used.', roles: leading },
  'coupons.edit': { about: 'Make coupons and end them.', roles: leading },
  'catalogue.see': { about: 'See offers, prices and policies.', roles: leading },
  'catalogue.edit': { about: 'Edit offers, prices, questions and texts of the catalogue.', roles: leading },
  'policies.edit': { about: 'Edit the policies.', roles: leading },
  'reports.see': { about: 'See reports, and take them away as files.', roles: leading },
  'troubles.see': { about: 'See what failed and waits for a person.', roles: ['owner', 'manager', 'support'] },
  'troubles.retry': { about: 'Try again what failed.', roles: leading },
  'team.emails': { about: 'See the e-mail addresses of those who work here.', roles: ['owner', 'manager', 'support'] },
  'team.see': { about: 'See who works here.', roles: everybody },
  'team.manage': { about: 'Invite operators, change their roles, end their access.', roles: ['owner'] },
  'audit.see': { about: 'Read who did what.', roles: leading },
  'shop.set-up': { about: 'Go through what a shop needs before it opens.', roles: ['owner'] },
} as const satisfies Readonly<Record<string, ActRow>>;

export type Permission = keyof typeof permissions;

export const mayDo = (role: Role, act: Permission): boolean => (permissions[act].roles as readonly Role[]).includes(role);

export const permissionsOf = (role: Role): readonly Permission[] =>
  (Object.keys(permissions) as Permission[]).filter((act) => mayDo(role, act));
