// Dependencies and common types of the accounts module.

import type { Locale } from '#lib/locale.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { AccountEvents } from './events.ts';
import type { AccountIdentity } from './identity.ts';
import type { AccessTokens } from './login/access-token.ts';
import type { Acting } from './queries.ts';
import type { Tokens } from './shapes.ts';

export type AccountsDeps = {
  readonly ctx: AppContext;
  readonly access: AccessTokens;
  readonly identity: AccountIdentity;
  /** Issuer name shown in authenticator apps. */
  readonly brand: () => string;
  /** Privacy policy version that a new account agrees to. */
  readonly privacyVersion: () => number;
  /** Event handlers of the modules that depend on accounts. */
  readonly reactions: AccountEvents;
  /** The companies of accounts that have named one. */
  readonly companies: (queries: DbClient, accountIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** For which account a session acts; undefined if it has ended. */
  readonly findActing: (sessionId: string) => Promise<Acting | undefined>;
};

/** Client data of the request. */
export type Visitor = {
  readonly address: string;
  readonly locale: Locale;
  readonly userAgent: string | undefined;
  /** The device cookie of the request. */
  readonly device: string | undefined;
};

export type AccountLogIn = { readonly tokens: Tokens; readonly cookie: string };
