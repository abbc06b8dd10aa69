// What every part of the room works with.
import type { AppContext } from '../../infra/app-context.ts';
import type { Devices } from '../../infra/identity/devices.ts';
import type { Cipher } from '../../infra/identity/encryption.ts';
import type { RelyingParty } from '../../infra/identity/passkeys.ts';
import type { Locale } from '../../lib/locale.ts';
import type { AccountEvents } from './events.ts';
import type { AccessTokens } from './login/access-token.ts';
import type { Tokens } from './shapes.ts';

export type AccountsDeps = {
  readonly ctx: AppContext;
  readonly access: AccessTokens;
  readonly devices: Devices;
  readonly cipher: Cipher;
  /** The site that passkeys are bound to. */
  readonly party: RelyingParty;
  /** As authenticator apps show it. */
  readonly brand: string;
  /** The version that whoever opens an account agrees to. */
  readonly privacyVersion: () => number;
  /** What the rooms above say to what happens here. */
  readonly reactions: AccountEvents;
};

/** Who asks, as the connection tells it. */
export type Visitor = {
  readonly address: string;
  readonly locale: Locale;
  readonly userAgent: string | undefined;
  /** The device cookie that came along. */
  readonly device: string | undefined;
};

export type LoggedIn = { readonly tokens: Tokens; readonly cookie: string };
