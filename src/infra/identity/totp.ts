// The codes that an authenticator app shows (RFC 6238): six digits, new every half minute.

/** A clock may be wrong by one code, either way. */
const TOTP_DRIFT_SECONDS = 30;
/** Loaded with the first code: a start has no use for it. */
const otplib = () => import('otplib/functional');

/** 160 bits, in the base32 that apps take. */
export const newTotpSecret = async (): Promise<string> => (await otplib()).generateSecret();

/** What the app reads from the picture. */
export const totpAddress = async (secret: string, { issuer, email }: { issuer: string; email: string }): Promise<string> =>
  (await otplib()).generateURI({ issuer, label: email, secret });

/** The half minute that a code of six digits is of; undefined when it is of none that counts now. */
export async function totpStep(secret: string, code: string, now: Date): Promise<number | undefined> {
  const { verifySync } = await otplib();
  const epoch = Math.floor(now.getTime() / 1_000);
  const found = verifySync({ secret, token: code, epoch, epochTolerance: TOTP_DRIFT_SECONDS });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}
