// API schemas of an account's team.
import * as z from 'zod/mini';
import { emailShape } from '#lib/people/email.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { memberRoles } from './rules.ts';

const CODE_CHARS = 200;

const messages = {
  role: /*i18n*/ { id: 'team.chooseRole', message: 'Choose what this person may do.' },
} as const satisfies Record<string, Message>;

export const roleShape = z.enum(['owner', ...memberRoles]);
const memberRoleShape = z.enum(memberRoles, withMessage(messages.role));

/** The own account first; `role` null: the session acts for an account that it may not act for any more. */
export const teamAccountsShape = z.object({
  accountId: z.string(),
  role: z.nullable(roleShape),
  accounts: z.array(z.object({ id: z.string(), name: z.string(), role: roleShape })),
});
export type TeamAccounts = z.output<typeof teamAccountsShape>;

export const teamAccountShape = z.object({ accountId: z.uuid() });
export const teamPersonShape = z.object({ personId: z.uuid() });
export const teamRoleShape = z.object({ personId: z.uuid(), role: memberRoleShape });
export type TeamRole = z.output<typeof teamRoleShape>;
export const inviteShape = z.object({ email: emailShape, role: memberRoleShape });
export type Invite = z.output<typeof inviteShape>;
export const invitationIdShape = z.object({ id: z.uuid() });

/** Invitations are for the owner's eyes. */
export const teamShape = z.object({
  members: z.array(
    z.object({
      personId: z.string(),
      name: z.string(),
      email: z.string(),
      role: roleShape,
      since: z.nullable(z.string()),
      isYou: z.boolean(),
    }),
  ),
  invitations: z.array(z.object({ id: z.string(), email: z.string(), role: roleShape, expiresAt: z.string() })),
});
export type Team = z.output<typeof teamShape>;

/** `name` null: a former colleague, whose account is erased. */
export const teamActsShape = z.array(
  z.object({ at: z.string(), name: z.nullable(z.string()), call: z.string(), subject: z.nullable(z.string()), isDone: z.boolean() }),
);
export type TeamActs = z.output<typeof teamActsShape>;

export const invitationCodeShape = z.object({ code: z.string().check(z.maxLength(CODE_CHARS)) });
/** `isYours` false: it was sent to another address than that of the account that is logged in. */
export const invitationShape = z.object({
  team: z.string(),
  by: z.string(),
  role: roleShape,
  email: z.string(),
  isYours: z.boolean(),
  expiresAt: z.string(),
});
export type Invitation = z.output<typeof invitationShape>;
