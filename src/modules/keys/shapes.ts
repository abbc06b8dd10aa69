// Shapes of keys in requests and responses, at the desk and in the account.
import * as z from 'zod/mini';
import { nameLine } from '#lib/markdown/plain-text.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { accountScopes, overlapHours, type Scope, scopes } from './rules.ts';

const NAME_CHARS = 60;
const MAX_NETWORKS = 20;

const messages = {
  name: /*i18n*/ { id: 'key.name', message: 'Enter a name for the key.' },
  scopes: /*i18n*/ { id: 'key.scopes', message: 'Choose at least one thing that the key may do.' },
  expiry: /*i18n*/ { id: 'key.expiry', message: 'Choose a date in the future, or none.' },
} as const satisfies Record<string, Message>;
export const expiryMessage = messages.expiry;

/** An IP address or range, which the server checks. */
const networkShape = z.string().check(z.trim(), z.minLength(1), z.maxLength(50));

const createChoicesShape = <S extends Scope>(offered: readonly S[]) =>
  z.array(z.enum(offered as readonly [S, ...S[]])).check(
    z.minLength(1, withMessage(messages.scopes)),
    z.maxLength(offered.length),
    z.overwrite((chosen) => [...new Set(chosen)]),
  );

const shared = {
  name: z.string().check(z.overwrite(nameLine), z.trim(), z.minLength(1, withMessage(messages.name)), z.maxLength(NAME_CHARS)),
  networks: z._default(z.array(networkShape).check(z.maxLength(MAX_NETWORKS)), []),
  /** The end of its validity; null: none. */
  expiresAt: z._default(z.nullable(z.iso.datetime(withMessage(messages.expiry))), null),
};

export const createKeyShape = z.object({ ...shared, scopes: createChoicesShape(scopes) });
export type CreateKey = z.output<typeof createKeyShape>;
/** As clients create them. */
export const createOwnKeyShape = z.object({ ...shared, scopes: createChoicesShape(accountScopes) });

export const rotateKeyShape = z.object({ id: z.uuid(), overlapHours: z._default(z.literal([...overlapHours]), 24) });
export type RotateKey = z.output<typeof rotateKeyShape>;
export const keyIdShape = z.object({ id: z.uuid() });

/** The key is in this answer only. */
export const createdKeyShape = z.object({ id: z.string(), key: z.string() });
export type CreatedKey = z.output<typeof createdKeyShape>;

const keyFields = {
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(z.enum(scopes)),
  networks: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
};
export const ownKeysShape = z.array(z.object(keyFields));
export type OwnKeys = z.output<typeof ownKeysShape>;
/** With those of clients. `client`: whose it is; null: the shop's. */
export const keysShape = z.array(z.object({ ...keyFields, client: z.nullable(z.object({ id: z.string(), email: z.string() })) }));
export type Keys = z.output<typeof keysShape>;
