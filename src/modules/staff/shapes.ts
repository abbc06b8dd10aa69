// Request and response shapes of operators and the audit log.
import * as z from 'zod/mini';
import { nameLine, toCleanLines, toOneLine } from '#lib/markdown/plain-text.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { emailShape } from '#lib/people/email.ts';
import { newCredentialShape } from '#lib/people/passkey.ts';
import { PASSWORD_MAX_CHARS } from '#lib/people/password.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { permissionNames, roles } from './shapes-roles.ts';

/** Longer than a customer's: an operator can open every customer's orders. */
const PASSWORD_MIN_CHARS = 12;
const NAME_CHARS = 60;
const WHY_CHARS = 500;
const CODE_CHARS = 100;

const messages = {
  name: /*i18n*/ { id: 'desk.name', message: 'Enter a name.' },
  password: /*i18n*/ { id: 'desk.password', message: 'Use at least {minimum} characters.' },
  why: /*i18n*/ { id: 'desk.why', message: 'Enter a reason. It is kept in the audit log.' },
} as const satisfies Record<string, Message>;

const nameShape = z.string().check(z.overwrite(nameLine), z.trim(), z.minLength(1, withMessage(messages.name)), z.maxLength(NAME_CHARS));
const passwordShape = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_CHARS, withMessage({ ...messages.password, values: { minimum: PASSWORD_MIN_CHARS } })),
    z.maxLength(PASSWORD_MAX_CHARS),
  );
const codeShape = z.string().check(z.overwrite(toOneLine), z.trim(), z.maxLength(CODE_CHARS));

/** The reason, required for actions that move money or end something. */
export const whyShape = z
  .string()
  .check(z.overwrite(toCleanLines), z.trim(), z.minLength(3, withMessage(messages.why)), z.maxLength(WHY_CHARS));

export const logInShape = z.object({ email: emailShape, password: z.string().check(z.minLength(1)), code: z.optional(codeShape) });
export const changeDeskPasswordShape = z.object({ currentPassword: z.string().check(z.minLength(1)), password: passwordShape });
export const invitationRequestShape = z.object({ code: codeShape });
export const invitationShape = z.object({
  email: z.string(),
  name: z.string(),
  role: z.string(),
  /** For an authenticator app: the secret to type, and the address in the QR code. */
  secret: z.string(),
  address: z.string(),
  mustHaveApp: z.boolean(),
});
export const joinShape = z.object({
  code: codeShape,
  name: nameShape,
  password: passwordShape,
  appCode: z.optional(codeShape),
  passkey: z.optional(newCredentialShape),
});

export const meShape = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  roleName: z.string(),
  acts: z.array(z.enum(permissionNames)),
  hasApp: z.boolean(),
  passkeys: z.int(),
  /** The shop's brand name. */
  brand: z.string(),
  shopUrl: z.string(),
  production: z.boolean(),
  /** Languages that the owner has added by files: the desk has no fields for them. */
  languages: z.array(z.object({ tag: z.string(), name: z.string() })),
  /** What the shop sells in, and with that what it sold in before. */
  currencies: z.object({ sold: z.readonly(z.array(currencyShape)), all: z.readonly(z.array(currencyShape)) }),
});
export type Me = z.output<typeof meShape>;

export const teamShape = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    /** Null if the operator's role may not see it. */
    email: z.nullable(z.string()),
    role: z.string(),
    ownRole: z.nullable(z.object({ name: z.string(), permissions: z.array(z.string()) })),
    state: z.enum(['invited', 'active', 'ended']),
    hasApp: z.boolean(),
    passkeys: z.int(),
    seenAt: z.nullable(z.string()),
  }),
);
export type Team = z.output<typeof teamShape>;

/** A built-in role, or the id of an own one. */
const roleIdShape = z.union([z.enum(roles), z.uuid()]);
export const inviteShape = z.object({ email: emailShape, name: nameShape, role: roleIdShape });
export const changeRoleShape = z.object({ id: z.uuid(), role: roleIdShape });
/** New assignee of an operator's work: an operator's id, or null for the queue. Required if there is work. */
const heirShape = z.optional(z.nullable(z.uuid()));
export const endOperatorShape = z.object({ id: z.uuid(), why: whyShape, piecesTo: heirShape, ticketsTo: heirShape });
export type EndOperator = z.output<typeof endOperatorShape>;
export const holdingsRequestShape = z.object({ id: z.uuid() });
/** An operator's open work. */
/** `delivered`: pieces that may come back as a revision. */
export const holdingsShape = z.object({ pieces: z.int(), delivered: z.int(), tickets: z.int() });
export type Holdings = z.output<typeof holdingsShape>;
const ROLE_NAME_CHARS = 40;
export const ownRolesShape = z.array(z.object({ id: z.string(), name: z.string(), permissions: z.array(z.string()), operators: z.int() }));
export type OwnRoles = z.output<typeof ownRolesShape>;
/** Without `id`, a new one. */
export const saveRoleShape = z.object({
  id: z.optional(z.uuid()),
  name: z.string().check(z.overwrite(toOneLine), z.trim(), z.minLength(1), z.maxLength(ROLE_NAME_CHARS)),
  permissions: z.array(z.enum(permissionNames)).check(z.minLength(1)),
});
export type SaveRole = z.output<typeof saveRoleShape>;
export const roleIdRequestShape = z.object({ id: z.uuid() });
export const inviteAgainShape = z.object({ id: z.uuid() });

const AUDIT_PAGE = 50;
export const auditRequestShape = z.object({
  before: z.optional(z.coerce.number().check(z.int())),
  operator: z.optional(z.uuid()),
  kind: z.optional(z.string().check(z.overwrite(toOneLine), z.maxLength(40))),
  about: z.optional(z.string().check(z.overwrite(toOneLine), z.maxLength(100))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), AUDIT_PAGE),
});
export type AuditRequest = z.output<typeof auditRequestShape>;
export const auditShape = z.array(
  z.object({
    id: z.int(),
    at: z.string(),
    operatorId: z.string(),
    act: z.string(),
    kind: z.string(),
    about: z.string(),
    /**
     * The number of an order, or the name of a customer; null for other subjects, and for erased accounts.
     */
    label: z.nullable(z.string()),
    /** Of an order's amounts. */
    currency: z.nullable(currencyShape),
    before: z.unknown(),
    after: z.unknown(),
    why: z.nullable(z.string()),
  }),
);
export type AuditLine = z.output<typeof auditShape>[number];

export type LogIn = z.output<typeof logInShape>;
export type Join = z.output<typeof joinShape>;
export type Invite = z.output<typeof inviteShape>;
