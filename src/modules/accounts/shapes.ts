// API schemas of accounts. Typed text is trimmed; passwords are taken verbatim.
import * as z from 'zod/mini';
import { isHttpsAddress } from '#lib/https-address.ts';
import { nameLine, toCleanLines, toOneLine } from '#lib/markdown/plain-text.ts';
import { isCountry } from '#lib/money/countries.ts';
import { emailShape } from '#lib/people/email.ts';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '#lib/people/password.ts';
import { createPersonNameShape } from '#lib/people/person-name.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';

const CITY_CHARS = 100;
const ADDRESS_CHARS = 200;
const ZIP_CHARS = 20;
const STATE_CHARS = 100;
const ZONE_CHARS = 60;
const TOKEN_CHARS = 200;

const messages = {
  firstName: /*i18n*/ { id: 'account.firstName', message: 'Enter your first name.' },
  lastName: /*i18n*/ { id: 'account.lastName', message: 'Enter your last name.' },
  country: /*i18n*/ { id: 'account.country', message: 'Choose a country.' },
  short: /*i18n*/ { id: 'account.passwordShort', message: 'Use at least {minimum} characters.' },
  long: /*i18n*/ { id: 'account.passwordLong', message: 'Use {maximum} characters or fewer.' },
  repeated: /*i18n*/ { id: 'account.repeated', message: 'The passwords don’t match.' },
  agreed: /*i18n*/ { id: 'account.agreed', message: 'Agree to the privacy policy to create an account.' },
  brandName: /*i18n*/ { id: 'kit.brandName', message: 'Enter your brand name. The kit is named after it.' },
  url: /*i18n*/ { id: 'kit.url', message: 'Enter a full address that starts with https://.' },
} as const satisfies Record<string, Message>;

const createLineShape = (maxChars: number) => z.string().check(z.overwrite(nameLine), z.trim(), z.maxLength(maxChars));
const firstName = createPersonNameShape(messages.firstName);
const lastName = createPersonNameShape(messages.lastName);

const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_CHARS, withMessage({ ...messages.short, values: { minimum: PASSWORD_MIN_CHARS } })),
    z.maxLength(PASSWORD_MAX_CHARS, withMessage({ ...messages.long, values: { maximum: PASSWORD_MAX_CHARS } })),
  );
/** An existing password. No strength rules: a wrong one fails when it is compared. */
const givenPassword = z.string().check(z.minLength(1));
/** Optional after a recent step-up: see step-up.ts. */
const confirmingPassword = z.optional(givenPassword);
/** Checked together with the other fields, so that all errors show at once. */
const isRepeated = z.refine<{ password: string; repeatedPassword: string }>(
  ({ password, repeatedPassword }) => password === repeatedPassword,
  {
    path: ['repeatedPassword'],
    error: withMessage(messages.repeated),
    when: ({ value }) => {
      const { password, repeatedPassword } = (value ?? {}) as Record<string, unknown>;
      return typeof password === 'string' && typeof repeatedPassword === 'string';
    },
  },
);

/** Of the browser, such as Europe/Oslo. One that is unknown here is ignored. */
export const timeZoneShape = z.optional(z.string().check(z.maxLength(ZONE_CHARS)));

export const registerShape = z
  .object({
    firstName,
    lastName,
    email: emailShape,
    password: newPassword,
    repeatedPassword: z.string(),
    agreedToPrivacyPolicy: z.literal(true, withMessage(messages.agreed)),
    timeZone: timeZoneShape,
  })
  .check(isRepeated);

export const loginLinkShape = z.object({
  code: z.string().check(z.maxLength(TOKEN_CHARS)),
  totp: z.optional(z.string().check(z.maxLength(TOKEN_CHARS))),
  rememberMe: z.optional(z.boolean()),
  timeZone: timeZoneShape,
});

export const loginShape = z.object({
  email: z.string().check(z.overwrite(toOneLine), z.trim(), z.minLength(1)),
  password: givenPassword,
  rememberMe: z.optional(z.boolean()),
  code: z.optional(z.string().check(z.maxLength(TOKEN_CHARS))),
  timeZone: timeZoneShape,
});

/** A malformed token gets 401, like a wrong one. */
export const refreshShape = z.object({ refreshToken: z.catch(z.string().check(z.maxLength(TOKEN_CHARS)), '') });
export const tokensShape = z.object({ accessToken: z.string(), refreshToken: z.string() });

export const forgotShape = z.object({ email: emailShape });

/** The typed part of a reset; the rest comes with the link. */
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
  /** ISO 3166-1 alpha-2, or ''. */
  country: z.string(),
  city: z.string(),
  address: z.string(),
  zipCode: z.string(),
  /** A state, province or prefecture; empty in other countries. */
  state: z.string(),
  createdAt: z.string(),
});

export const updateShape = z.object({
  firstName,
  lastName,
  country: z.string().check(
    z.overwrite(toOneLine),
    z.trim(),
    z.toUpperCase(),
    z.refine((code) => code === '' || isCountry(code), withMessage(messages.country)),
  ),
  city: createLineShape(CITY_CHARS),
  address: createLineShape(ADDRESS_CHARS),
  zipCode: createLineShape(ZIP_CHARS),
  state: z.optional(createLineShape(STATE_CHARS)),
});

export const changePasswordShape = z
  .object({ currentPassword: givenPassword, password: newPassword, repeatedPassword: z.string() })
  .check(isRepeated);

export const currentPasswordShape = z.object({ currentPassword: confirmingPassword });

export const closedShape = z.object({ eraseAt: z.string() });
/** When the account will be erased; null if deletion was not requested. */
export const closingShape = z.object({ eraseAt: z.nullable(z.string()) });

/** One key per section. */
export const exportShape = z.record(z.string(), z.unknown());

export const confirmEmailShape = z.object({ code: z.string().check(z.maxLength(TOKEN_CHARS)) });
export const confirmedEmailShape = z.object({
  /** The account's address, or the pending new one. */
  email: z.string(),
  /** The side whose link has not been opened yet. */
  waiting: z.nullable(z.enum(['old', 'new'])),
  /** True if the account's address has changed. */
  changed: z.boolean(),
});

export const changeEmailShape = z.object({ email: emailShape, currentPassword: confirmingPassword });
export const emailChangeShape = z.object({
  pending: z.nullable(z.object({ email: z.string(), until: z.string(), oldConfirmed: z.boolean(), newConfirmed: z.boolean() })),
});

export const sessionsShape = z.array(
  z.object({
    id: z.string(),
    /** Browser and system, such as "Firefox, Windows"; no location. */
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
  /** Unused recovery codes. */
  codesLeft: z.number(),
});
/** The base32 secret, and the otpauth URI for the QR code. */
export const totpSecretShape = z.object({ secret: z.string(), uri: z.string() });
/** Parsed in rules.ts; a missing code has its own message. */
const factor = z.string().check(z.maxLength(TOKEN_CHARS));
export const factorShape = z.object({ code: factor });
export const provenShape = z.object({ currentPassword: confirmingPassword, code: factor });
/** Shown once; only hashes are stored. */
export const spareCodesShape = z.object({ codes: z.array(z.string()) });

/** The same limits as a brief's fields. */
const createTextShape = (maxChars: number) => z._default(z.string().check(z.overwrite(toOneLine), z.trim(), z.maxLength(maxChars)), '');
const phrases = z._default(
  z.array(z.string().check(z.overwrite(toOneLine), z.trim(), z.minLength(1), z.maxLength(60))).check(z.maxLength(10)),
  [],
);
const addresses = z._default(
  z
    .array(z.string().check(z.overwrite(toOneLine), z.trim(), z.maxLength(2_048), z.refine(isHttpsAddress, withMessage(messages.url))))
    .check(z.maxLength(5)),
  [],
);
const kit = {
  brandName: z.string().check(z.overwrite(toOneLine), z.trim(), z.minLength(1, withMessage(messages.brandName)), z.maxLength(80)),
  language: createTextShape(40),
  tone: createTextShape(40),
  audience: createTextShape(300),
  referenceUrls: addresses,
  mustInclude: phrases,
  mustAvoid: phrases,
  notes: z._default(z.string().check(z.overwrite(toCleanLines), z.trim(), z.maxLength(1_000)), ''),
};
/** With an id, replaces that kit even if its brand name changes. */
export const saveBrandKitShape = z.object({ id: z.optional(z.uuid()), ...kit });
export const brandKitsShape = z.array(z.object({ id: z.string(), ...kit }));
/** Schema of the rename form. */
export const brandNameShape = z.object({ brandName: kit.brandName });
export const removeBrandKitShape = z.object({ id: z.uuid() });

/** Age of the page's data in milliseconds. */
export const eventsRequestShape = z.object({ sinceMs: z.optional(z.coerce.number().check(z.int(), z.gte(0))) });

export type Register = z.output<typeof registerShape>;
export type Login = z.output<typeof loginShape>;
export type Tokens = z.output<typeof tokensShape>;
export type Reset = z.output<typeof resetShape>;
export type Profile = z.output<typeof profileShape>;
export type Update = z.output<typeof updateShape>;
export type ChangePassword = z.output<typeof changePasswordShape>;
export type ClosedAccount = z.output<typeof closedShape>;
export type Closing = z.output<typeof closingShape>;
export type ChangeEmail = z.output<typeof changeEmailShape>;
export type EmailChange = z.output<typeof emailChangeShape>;
export type ConfirmedEmail = z.output<typeof confirmedEmailShape>;
export type TwoFactor = z.output<typeof twoFactorShape>;
export type TotpSecret = z.output<typeof totpSecretShape>;
export type Proven = z.output<typeof provenShape>;
export type LoginLink = z.output<typeof loginLinkShape>;
export type SpareCodes = z.output<typeof spareCodesShape>;
export type SessionList = z.output<typeof sessionsShape>;
export type SaveBrandKit = z.output<typeof saveBrandKitShape>;
export type BrandKit = z.output<typeof brandKitsShape>[number];
