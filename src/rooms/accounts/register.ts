// Opening an account, and proving that its address is one's own.
import { change } from '../../infra/db.ts';
import { addressKey, takePoints } from '../../infra/limits.ts';
import { emailKey } from '../../lib/email.ts';
import { type Message, Refusal } from '../../lib/refusal.ts';
import { postMail } from '../mail/actions.ts';
import { codeMessage, newCode, readCode } from './codes.ts';
import type { Inside, Visitor } from './inside.ts';
import { hashPassword } from './passwords.ts';
import * as queries from './queries.ts';
import { isCodeOpen } from './rules.ts';
import type { Register } from './shapes.ts';
import { refuseWeak } from './weak.ts';

const messages = {
  taken: /*i18n*/ { id: 'account.taken', message: 'This address has an account already. Log in, or ask for a new password.' },
} as const satisfies Record<string, Message>;

export async function register({ ground, privacyVersion }: Inside, ask: Register, visitor: Visitor): Promise<void> {
  const { db, clock, config } = ground;
  await takePoints(ground, [{ limit: 'register.address', of: addressKey(visitor.address) }]);
  await refuseWeak(ask.password, ask);
  const passwordHash = await hashPassword(ask.password);
  const { email, firstName, lastName } = ask;
  const now = clock.now();
  await change(db, async (tx) => {
    const row = { email, emailKey: emailKey(email), passwordHash, firstName, lastName, locale: visitor.locale };
    const id = await queries.insertAccount(tx, { ...row, createdAt: now, agreedVersion: privacyVersion, agreedAt: now });
    if (!id) throw new Refusal(400, { email: [messages.taken] });
    const { code, codeHash } = newCode();
    const values = { name: firstName, link: `${config.shopUrl}/account/confirm?code=${code}` };
    const mailId = await postMail(ground, tx, { to: email, locale: visitor.locale, mail: 'welcome', values });
    await queries.insertCode(tx, { codeHash, accountId: id, kind: 'verify', email, mailId, createdAt: now });
  });
}

export async function confirmEmail({ ground }: Inside, code: string, visitor: Visitor): Promise<{ email: string }> {
  const { db, clock } = ground;
  await takePoints(ground, [{ limit: 'reset.address', of: addressKey(visitor.address) }]);
  const codeHash = readCode(code);
  const now = clock.now();
  return change(db, async (tx) => {
    const taken = codeHash && (await queries.takeCode(tx, codeHash, 'verify', now));
    const isOpen = taken && isCodeOpen('verify', { createdAt: taken.createdAt, handedOverAt: null }, now);
    if (!isOpen || !(await queries.markVerified(tx, taken.accountId, taken.email, now))) throw new Refusal(400, { code: [codeMessage] });
    return { email: taken.email };
  });
}
