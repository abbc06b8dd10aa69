// What goes over the wire about an account. What a person types is trimmed of what nobody sees; a password is taken as it is.
import * as z from 'zod/mini';
import { isHttpsAddress } from '../../lib/https-address.ts';
import { manyLines, nameLine, oneLine } from '../../lib/markdown/plain-text.ts';
import { emailShape } from '../../lib/people/email.ts';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../lib/people/password.ts';
import { personNameShape } from '../../lib/people/person-name.ts';
import type { Message } from '../../lib/user-error.ts';
import { own } from '../../lib/zod-message.ts';

const CITY_CHARS = 100;
const ADDRESS_CHARS = 200;
const ZIP_CHARS = 20;
const TOKEN_CHARS = 200;

const messages = {
  firstName: /*i18n*/ { id: 'account.firstName', message: 'Enter your first name.' },
  lastName: /*i18n*/ { id: 'account.lastName', message: 'Enter your last name.' },
  country: /*i18n*/ { id: 'account.country', message: 'Choose a country.' },
  short: /*i18n*/ { id: 'account.passwordShort', message: 'Use at least {minimum} characters.' },
  long: /*i18n*/ { id: 'account.passwordLong', message: 'Use {maximum} characters or fewer.' },
  repeated: /*i18n*/ { id: 'account.repeated', message: 'The two passwords are not the same.' },
  agreed: /*i18n*/ { id: 'account.agreed', message: 'To open an account, agree to the privacy policy.' },
  brandName: /*i18n*/ { id: 'kit.brandName', message: 'Enter the brand name: the kit is called by it.' },
  url: /*i18n*/ { id: 'kit.url', message: 'Enter a whole address that begins with https://.' },
} as const satisfies Record<string, Message>;

const line = (most: number) => z.string().check(z.overwrite(nameLine), z.trim(), z.maxLength(most));
const firstName = personNameShape(messages.firstName);
const lastName = personNameShape(messages.lastName);

const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_CHARS, own({ ...messages.short, values: { minimum: PASSWORD_MIN_CHARS } })),
    z.maxLength(PASSWORD_MAX_CHARS, own({ ...messages.long, values: { maximum: PASSWORD_MAX_CHARS } })),
  );
/** One that was set once. One that could never have been set is just wrong, in the same words as any other. */
const givenPassword = z.string().check(z.minLength(1));
/** May be absent where the session was confirmed just now: see step-up.ts. */
const confirmingPassword = z.optional(givenPassword);
/** Compared as it was typed; that it is the same is said beside all other faults. */
const isRepeated = z.refine<{ password: string; repeatedPassword: string }>(
  ({ password, repeatedPassword }) => password === repeatedPassword,
  {
    path: ['repeatedPassword'],
    error: own(messages.repeated),
    when: ({ value }) => {
      const { password, repeatedPassword } = (value ?? {}) as Record<string, unknown>;
      return typeof password === 'string' && typeof repeatedPassword === 'string';
    },
  },
);

export const registerShape = z
  .object({
    firstName,
    lastName,
    email: emailShape,
    password: newPassword,
    repeatedPassword: z.string(),
    agreedToPrivacyPolicy: z.literal(true, own(messages.agreed)),
  })
  .check(isRepeated);

export const loginShape = z.object({
  email: z.string().check(z.overwrite(oneLine), z.trim(), z.minLength(1)),
  password: givenPassword,
  rememberMe: z.optional(z.boolean()),
  code: z.optional(z.string().check(z.maxLength(TOKEN_CHARS))),
});

/** What is no token is refused as a wrong one is: with 401. */
export const refreshShape = z.object({ refreshToken: z.catch(z.string().check(z.maxLength(TOKEN_CHARS)), '') });
export const tokensShape = z.object({ accessToken: z.string(), refreshToken: z.string() });

export const forgotShape = z.object({ email: emailShape });

/** What a person chooses for it; the rest comes with the link. */
export const newPasswordShape = z.object({ password: newPassword, repeatedPassword: z.string() }).check(isRepeated);
export const resetShape = z
  .object({ email: emailShape, password: newPassword, repeatedPassword: z.string(), code: z.string().check(z.maxLength(TOKEN_CHARS)) })
  .check(isRepeated);

export const profileShape = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  /** Two letters of ISO 3166-1, or nothing. */
  country: z.string(),
  city: z.string(),
  address: z.string(),
  zipCode: z.string(),
  createdAt: z.string(),
});

export const updateShape = z.object({
  firstName,
  lastName,
  country: z.string().check(z.overwrite(oneLine), z.trim(), z.toUpperCase(), z.regex(/^([A-Z]{2})?$/, own(messages.country))),
  city: line(CITY_CHARS),
  address: line(ADDRESS_CHARS),
  zipCode: line(ZIP_CHARS),
});

export const changePasswordShape = z
  .object({ currentPassword: givenPassword, password: newPassword, repeatedPassword: z.string() })
  .check(isRepeated);

export const currentPasswordShape = z.object({ currentPassword: confirmingPassword });

export const closedShape = z.object({ eraseAt: z.string() });
/** Until when the account can be kept; null where nobody wants it closed. */
export const closingShape = z.object({ eraseAt: z.nullable(z.string()) });

/** Each part of the shop says what it knows under a name of its own. */
export const exportShape = z.record(z.string(), z.unknown());

export const confirmEmailShape = z.object({ code: z.string().check(z.maxLength(TOKEN_CHARS)) });
export const confirmedEmailShape = z.object({
  /** The account's address, or the one that it is to have. */
  email: z.string(),
  /** At which address a change still waits for its link to be opened. */
  waiting: z.nullable(z.enum(['old', 'new'])),
  /** It is the account's address from now on. */
  changed: z.boolean(),
});

export const changeEmailShape = z.object({ email: emailShape, currentPassword: confirmingPassword });
export const emailChangeShape = z.object({
  pending: z.nullable(z.object({ email: z.string(), until: z.string(), oldConfirmed: z.boolean(), newConfirmed: z.boolean() })),
});

export const sessionsShape = z.array(
  z.object({
    id: z.string(),
    /** The browser and the system, such as "Firefox, Windows"; nothing of the place. */
    device: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string(),
    current: z.boolean(),
  }),
);
export const endSessionShape = z.object({ id: z.uuid() });

export const twoFactorShape = z.object({
  on: z.boolean(),
  since: z.nullable(z.string()),
  /** Recovery codes that were not used yet. */
  codesLeft: z.number(),
});
/** For the app: its secret to type in, in base32, and the otpauth address that a picture of it holds. */
export const totpSecretShape = z.object({ secret: z.string(), uri: z.string() });
/** How it is read, rules.ts says; that it is missing is said in words of its own. */
const factor = z.string().check(z.maxLength(TOKEN_CHARS));
export const factorShape = z.object({ code: factor });
export const provenShape = z.object({ currentPassword: confirmingPassword, code: factor });
/** Given once; nobody can read them again. */
export const spareCodesShape = z.object({ codes: z.array(z.string()) });

/** As much as a brief has room for. */
const text = (most: number) => z._default(z.string().check(z.overwrite(oneLine), z.trim(), z.maxLength(most)), '');
const phrases = z._default(
  z.array(z.string().check(z.overwrite(oneLine), z.trim(), z.minLength(1), z.maxLength(60))).check(z.maxLength(10)),
  [],
);
const addresses = z._default(
  z
    .array(z.string().check(z.overwrite(oneLine), z.trim(), z.maxLength(2_048), z.refine(isHttpsAddress, own(messages.url))))
    .check(z.maxLength(5)),
  [],
);
const kit = {
  brandName: z.string().check(z.overwrite(oneLine), z.trim(), z.minLength(1, own(messages.brandName)), z.maxLength(80)),
  language: text(40),
  tone: text(40),
  audience: text(300),
  referenceUrls: addresses,
  mustInclude: phrases,
  mustAvoid: phrases,
  notes: z._default(z.string().check(z.overwrite(manyLines), z.trim(), z.maxLength(1_000)), ''),
};
/** With an id, it takes the place of that kit, whatever its brand was called. */
export const saveBrandKitShape = z.object({ id: z.optional(z.uuid()), ...kit });
export const brandKitsShape = z.array(z.object({ id: z.string(), ...kit }));
/** Of a form that only renames one. */
export const brandNameShape = z.object({ brandName: kit.brandName });
export const removeBrandKitShape = z.object({ id: z.uuid() });

/** How many milliseconds ago the page was drawn. */
export const eventsAskShape = z.object({ sinceMs: z.optional(z.coerce.number().check(z.int(), z.gte(0))) });

export type Register = z.output<typeof registerShape>;
export type Login = z.output<typeof loginShape>;
export type Tokens = z.output<typeof tokensShape>;
export type Reset = z.output<typeof resetShape>;
export type Profile = z.output<typeof profileShape>;
export type Update = z.output<typeof updateShape>;
export type ChangePassword = z.output<typeof changePasswordShape>;
export type Closed = z.output<typeof closedShape>;
export type Closing = z.output<typeof closingShape>;
export type ChangeEmail = z.output<typeof changeEmailShape>;
export type EmailChange = z.output<typeof emailChangeShape>;
export type ConfirmedEmail = z.output<typeof confirmedEmailShape>;
export type TwoFactor = z.output<typeof twoFactorShape>;
export type TotpSecret = z.output<typeof totpSecretShape>;
export type Proven = z.output<typeof provenShape>;
export type SpareCodes = z.output<typeof spareCodesShape>;
export type SessionList = z.output<typeof sessionsShape>;
export type SaveBrandKit = z.output<typeof saveBrandKitShape>;
export type BrandKit = z.output<typeof brandKitsShape>[number];
