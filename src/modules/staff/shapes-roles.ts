// Permissions by role: one table for the server's checks and for what the app offers. Pure.

/** A contractor works on pieces as a maker does, without knowing the customers. */
export const roles = ['owner', 'manager', 'maker', 'contractor', 'support'] as const;
export type Role = (typeof roles)[number];

type ActRow = { readonly about: string; readonly roles: readonly Role[] };

const everybody = roles;
const leading = ['owner', 'manager'] as const;

export const permissions = {
  'queue.see': { about: 'See the queue and its pieces.', roles: everybody },
  'queue.all': {
    about: 'See all pieces, with prices and customer names. Others see their own and unassigned ones.',
    roles: ['owner', 'manager', 'support'],
  },
  'queue.names': { about: 'See the names of customers, on one’s own pieces at least.', roles: ['owner', 'manager', 'maker', 'support'] },
  'queue.work': { about: 'Take, write and deliver pieces.', roles: ['owner', 'manager', 'maker', 'contractor'] },
  'queue.approve': { about: 'Approve deliveries of others, where a service asks for it.', roles: leading },
  'briefs.review': { about: 'Release or refuse briefs in review. Refusing refunds the order.', roles: leading },
  'queue.assign': { about: 'Assign pieces to others.', roles: leading },
  'tickets.see': { about: 'Read tickets.', roles: ['owner', 'manager', 'support'] },
  'tickets.answer': { about: 'Answer, assign and close tickets.', roles: ['owner', 'manager', 'support'] },
  'orders.see': { about: 'See orders.', roles: ['owner', 'manager', 'support'] },
  'orders.cancel': { about: 'Cancel orders that aren’t delivered.', roles: leading },
  'customers.see': { about: 'See customers and their orders.', roles: ['owner', 'manager', 'support'] },
  'customers.edit': { about: 'Tag customers and write notes about them.', roles: ['owner', 'manager', 'support'] },
  'customers.actFor': {
    about: 'Act for a customer: fill briefs, upload files, ask for revisions and accept.',
    roles: ['owner', 'manager', 'support'],
  },
  'customers.import': { about: 'Import customers from a file, and undo it.', roles: leading },
  'moving.run': { about: 'Move clients in from another system, undo that, and invite them.', roles: ['owner'] },
  'customers.logOut': { about: 'Log a customer out everywhere.', roles: ['owner', 'manager', 'support'] },
  'money.see': { about: 'See payments, refunds and balances.', roles: ['owner', 'manager', 'support'] },
  'money.move': { about: 'Refund orders and give credit.', roles: leading },
  'mail.resend': { about: 'Resend emails.', roles: ['owner', 'manager', 'support'] },
  'coupons.see': { about: 'See coupons and their use.', roles: leading },
  'coupons.edit': { about: 'Create and end coupons.', roles: leading },
  'catalogue.see': { about: 'See offers, prices, policies and emails.', roles: leading },
  'catalogue.edit': { about: 'Edit the catalogue: offers, prices, questions and texts.', roles: leading },
  'brand.edit': { about: 'Edit the brand: name, logo and look.', roles: leading },
  'policies.edit': { about: 'Edit the policies.', roles: leading },
  'mails.edit': { about: 'Edit the texts of emails.', roles: leading },
  'reports.see': { about: 'See and download reports.', roles: leading },
  'books.download': { about: 'Download the books of a month for the accountant.', roles: ['owner'] },
  'troubles.see': { about: 'See failures.', roles: ['owner', 'manager', 'support'] },
  'troubles.retry': { about: 'Retry failures.', roles: leading },
  'chatWebhooks.edit': { about: 'Edit chat webhooks, which post notices to a chat.', roles: leading },
  'automations.edit': { about: 'Edit automations, which run with the rights of their author.', roles: leading },
  'keys.edit': { about: 'Create and revoke API keys, and see webhooks.', roles: ['owner'] },
  'team.emails': { about: 'See operators’ email addresses.', roles: ['owner', 'manager', 'support'] },
  'team.see': { about: 'See the team.', roles: everybody },
  'team.manage': { about: 'Invite operators, change roles and end access.', roles: ['owner'] },
  'audit.see': { about: 'Read the audit log.', roles: leading },
  'settings.edit': { about: 'Edit the settings: taxes, deposits, support and withdrawal.', roles: ['owner'] },
  'shop.set-up': { about: 'Complete the set-up.', roles: ['owner'] },
} as const satisfies Readonly<Record<string, ActRow>>;

export type Permission = keyof typeof permissions;

/** A role that an owner made. */
export type OwnRole = { readonly name: string; readonly permissions: readonly string[] };

/** `role`: a built-in one, or the id of an own one, which is copied to each operator who has it. */
export type RoleHolder = { readonly role: string; readonly ownRole: OwnRole | null };

export function mayDo(who: Role | RoleHolder, act: Permission): boolean {
  const { role, ownRole } = typeof who === 'string' ? { role: who, ownRole: null } : who;
  return ownRole ? ownRole.permissions.includes(act) : (permissions[act].roles as readonly string[]).includes(role);
}

export const permissionNames = Object.keys(permissions) as readonly Permission[];

export const listPermissions = (who: Role | RoleHolder): readonly Permission[] => permissionNames.filter((act) => mayDo(who, act));

/** Whether the operator sees the piece of this maker. */
export const maySeePiece = ({ id, ...who }: RoleHolder & { readonly id: string }, makerId: string | null): boolean =>
  mayDo(who, 'queue.see') && (makerId === null || makerId === id || mayDo(who, 'queue.all'));

/** All that a role which hides customers' names can have: what is not here may show them. */
export const namelessPermissions: readonly Permission[] = [
  'queue.see',
  'queue.work',
  'queue.approve',
  'queue.assign',
  'briefs.review',
  'catalogue.see',
  'catalogue.edit',
  'brand.edit',
  'policies.edit',
  'mails.edit',
  'team.see',
  'team.emails',
];

/** As audit lines have it. */
export const nameRole = ({ role, ownRole }: RoleHolder): string => ownRole?.name ?? role;
