// What customers and operators have in common. Each kind of people has an identity of its own: its tables,
// its limits, and what follows from a change.
import type { UserError } from '#lib/user-error.ts';
import type { LimitName } from '../../limits.ts';
import type { AppContext } from '../app-context.ts';
import type { DbClient } from '../database/database.ts';
import type { Devices } from './devices.ts';
import type { Cipher } from './encryption.ts';
import type { IdentityTables } from './tables.ts';
import type { RelyingParty } from './webauthn.ts';

export type Person = {
  readonly id: string;
  readonly email: string;
  /** Null until an invitation is accepted. */
  readonly passwordHash: string | null;
  /** Encrypted. Without `totpSince`, the set-up of the app is not finished. */
  readonly totpSecret: Buffer | null;
  readonly totpSince: Date | null;
};

/** A person in one of their sessions. */
export type Holder = { readonly personId: string; readonly sessionId: string };

/** `field`: where its error is shown. */
export type AppProof = {
  readonly by: 'app';
  readonly totpSecret: Buffer;
  readonly step: number;
  readonly field: 'code' | 'appCode' | 'totp';
};
/** `refused`: the error if it is wrong, or was used up meanwhile. */
export type PasskeyProof = { readonly by: 'passkey'; readonly id: string; readonly counter: number; readonly refused: UserError };
export type SecondFactor = AppProof | PasskeyProof | { readonly by: 'spare'; readonly codeHash: Buffer };

/** What a log-in was proven with, and whether the browser was logged in before. */
export type Entry = { readonly proof: SecondFactor | undefined; readonly isKnown: boolean };

/** What mails and the audit log tell of, in the transaction of the change. */
export type IdentityChange =
  | { readonly kind: 'passkey-added' | 'passkey-removed'; readonly passkey: string }
  | { readonly kind: 'confirmed'; readonly by: 'password' | SecondFactor['by'] }
  | { readonly kind: 'password-changed'; readonly by: 'owner' | 'reset'; readonly factor?: SecondFactor['by'] | 'none' };

/** All, one, or all but one. */
export type WhichSessions = { readonly only?: string; readonly except?: string | undefined };

export type Identity<P extends Person = Person> = {
  readonly ctx: AppContext;
  readonly area: 'shop' | 'desk';
  /** The relying party that passkeys are bound to. */
  readonly party: RelyingParty;
  readonly devices: Devices;
  readonly cipher: Cipher;
  readonly tables: IdentityTables;
  readonly limits: {
    /** Log-ins: of a browser that was logged in before, and of its address. */
    readonly device: LimitName;
    readonly knownAddress: LimitName;
    /** Log-ins of other browsers: of an address at one person, of the address, at the person. */
    readonly pair: LimitName;
    readonly address: LimitName;
    readonly person: LimitName;
    /** Tries to prove who one is within a session. */
    readonly proof: LimitName;
    readonly recoveryAddress: LimitName;
    readonly recoveryEmail: LimitName;
    /** Guesses of a code. Absent: log-ins and proofs are limited enough. */
    readonly code?: LimitName;
  };
  /** None of the three finds a person who is gone. */
  findByEmail(queries: DbClient, emailKey: string): Promise<P | undefined>;
  find(queries: DbClient, id: string): Promise<P | undefined>;
  lock(tx: DbClient, id: string): Promise<P | undefined>;
  /** Returns how many. */
  endSessions(tx: DbClient, personId: string, because: 'password' | 'reset' | 'elsewhere', which?: WhichSessions): Promise<number>;
  /** Words that others would guess first in this person’s password. */
  ownWords(person: P): readonly string[];
  /** As authenticators show it. */
  displayName(person: P): string;
  /** Throws if this person may not have passkeys. */
  admitPasskey?(person: P): void;
  /** Throws if this person needs the passkey that was removed. */
  dismissPasskey?(tx: DbClient, person: P): Promise<void>;
  announce(tx: DbClient, person: P, change: IdentityChange): Promise<void>;
  /** The password was replaced while the old one was checked. */
  passwordReplaced(): UserError;
  /** At a log-in. */
  passkeyRefused(): UserError;
  /** Throws if the password alone is not enough for this person. */
  admitPassword?(person: P): Promise<void>;
  /** A log-in was refused; the security log has it already. */
  noteRefused?(cause: unknown, personId: string | undefined, emailKey?: string): void;
  /** As the security log names them. */
  subject(personId: string): { readonly account: string } | { readonly operator: string };
};
