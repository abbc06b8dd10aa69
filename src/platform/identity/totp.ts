// TOTP codes of authenticator apps (RFC 6238): six digits, thirty seconds.

/** Accepts one step of clock drift in each direction. */
const TOTP_DRIFT_SECONDS = 30;
/** Loaded at the first use, to keep the start fast. */
const importOtplib = () => import('otplib/functional');

/** 160 bits in base32, as apps expect. */
export const createTotpSecret = async (): Promise<string> => (await importOtplib()).generateSecret();

/** The otpauth URL in the QR code. */
export const createTotpAddress = async (secret: string, { issuer, email }: { issuer: string; email: string }): Promise<string> =>
  (await importOtplib()).generateURI({ issuer, label: email, secret });

/** The time step of a code; undefined if it is not valid now. */
export async function findTotpStep(secret: string, code: string, now: Date): Promise<number | undefined> {
  const { verifySync } = await importOtplib();
  const epoch = Math.floor(now.getTime() / 1_000);
  const found = verifySync({ secret, token: code, epoch, epochTolerance: TOTP_DRIFT_SECONDS });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}
