// Roles of an account's team, and what each may do. Pure.
import type { Right } from '#lib/calls.ts';

/** What a member can be given; the owner becomes one by a hand-over. */
export const memberRoles = ['orders', 'pays', 'reads', 'accountant'] as const;
export type MemberRole = (typeof memberRoles)[number];
export type Role = MemberRole | 'owner';

const rights: Readonly<Record<Role, readonly Right[]>> = {
  owner: ['self', 'member', 'documents', 'read', 'order', 'settle', 'money', 'owner'],
  orders: ['self', 'member', 'documents', 'read', 'order', 'settle'],
  pays: ['self', 'member', 'documents', 'read', 'settle', 'money'],
  reads: ['self', 'member', 'documents', 'read'],
  accountant: ['self', 'member', 'documents'],
};

export const mayDo = (role: Role, right: Right): boolean => rights[role].includes(right);

/** Whether what was done with this right is noted with the name of its person. */
export const isNoted = (right: Right): boolean => ['order', 'settle', 'money', 'owner'].includes(right);

/** Members and open invitations of an account. */
export const MAX_MEMBERS = 50;

const INVITATION_MS = 7 * 86_400_000;
export const getInvitationEnd = (createdAt: Date): Date => new Date(createdAt.getTime() + INVITATION_MS);
