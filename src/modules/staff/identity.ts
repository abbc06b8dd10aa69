// The identity of operators: their tables and limits, and their mails and lines of the audit log.

import { type Message, UserError } from '#lib/user-error.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { openDevices } from '#platform/identity/devices.ts';
import { createCipher } from '#platform/identity/encryption.ts';
import type { Holder, Identity } from '#platform/identity/identity.ts';
import { countPasskeys } from '#platform/identity/queries.ts';
import { createRelyingParty } from '#platform/identity/webauthn.ts';
import { dropOperatorCodes } from './account/queries.ts';
import { type OperatorSession, writeAudit } from './actions.ts';
import { endOperatorSessions, findActiveOperator, findOperator, isActiveSession, lockOperator, type OperatorRow } from './queries.ts';
import type { RefusedLogIns } from './refused-log-ins.ts';
import { roles } from './shapes-roles.ts';
import { operator, operatorPasskey, operatorSession } from './tables.ts';

export type OperatorIdentity = Identity<OperatorRow>;

const messages = {
  passkey: /*i18n*/ { id: 'desk.passkeyAsked', message: 'Log in with your passkey.' },
  last: /*i18n*/ {
    id: 'desk.passkeyLast',
    message: 'You need it to log in. Add another passkey or an authenticator app before you remove it.',
  },
  refused: /*i18n*/ {
    id: 'desk.passkeyRefused',
    message: 'This passkey didn’t work. Log in with your password, or ask an owner for a new link.',
  },
} as const satisfies Record<string, Message>;

export const toHolder = ({ operator, sessionId }: OperatorSession): Holder => ({ personId: operator.id, sessionId });

/** Words that are likely guesses at any shop's desk. */
const deskWords = [...roles, 'admin', 'desk', 'password'] as const;

type Opening = { readonly secrets: Secrets; readonly brand: () => string; readonly refusedLogIns: RefusedLogIns };

export function openOperatorIdentity(ctx: AppContext, { secrets, brand, refusedLogIns }: Opening): OperatorIdentity {
  const { clock, config } = ctx;
  const tables = {
    person: operator,
    goneAt: operator.endedAt,
    passkey: operatorPasskey,
    session: operatorSession,
    sessionOwner: operatorSession.operatorId,
    isOpen: isActiveSession,
  };
  return {
    ctx,
    area: 'desk',
    party: createRelyingParty(config.deskUrl ?? config.shopUrl, `${brand()} desk`),
    devices: openDevices(secrets.derive('desk devices'), { name: 'desk-device', secure: true }),
    cipher: createCipher(secrets),
    tables,
    limits: {
      device: 'desk.device',
      knownAddress: 'desk.knownAddress',
      pair: 'desk.pair',
      address: 'desk.address',
      person: 'desk.operator',
      recoveryAddress: 'desk.recoverAddress',
      recoveryEmail: 'desk.recoverEmail',
      proof: 'desk.confirm',
    },
    findByEmail: findOperator,
    find: findActiveOperator,
    lock: lockOperator,
    endSessions: (tx, id, _, which) => endOperatorSessions(tx, id, which),
    ownWords: ({ name, email }) => [...deskWords, brand(), name, ...name.split(/\s+/), email],
    displayName: ({ name }) => name,
    async dismissPasskey(tx, { id, totpSince }) {
      if (config.production && !totpSince && (await countPasskeys(tx, tables, id)) === 0) throw new UserError(400, { '': [messages.last] });
    },
    async announce(tx, by, change) {
      const [now, about] = [clock.now(), { kind: 'operator', id: by.id }];
      if (change.kind === 'confirmed') return writeAudit(tx, by, now, { act: 'desk.confirm', about, after: { by: change.by } });
      if (change.kind === 'password-changed') {
        await dropOperatorCodes(tx, by.id);
        if (change.by === 'owner') return writeAudit(tx, by, now, { act: 'desk.changePassword', about });
        await writeAudit(tx, by, now, { act: 'desk.resetPassword', about, after: { by: change.factor } });
        const values = { name: by.name, at: now.toISOString() };
        await postMail(ctx, tx, { to: by.email, locale: 'en', mail: 'desk-password-changed', values });
        return;
      }
      const { kind, passkey } = change;
      if (kind === 'passkey-added') await writeAudit(tx, by, now, { act: 'passkey.add', about, after: { passkey } });
      else await writeAudit(tx, by, now, { act: 'passkey.remove', about, before: { passkey } });
      const values = { name: by.name, passkey, at: now.toISOString() };
      await postMail(ctx, tx, { to: by.email, locale: 'en', mail: `desk-${kind}`, values });
    },
    passwordReplaced: () => new UserError(401),
    passkeyRefused: () => new UserError(400, { passkey: [messages.refused], '': [messages.refused] }),
    async admitPassword({ id, totpSince }) {
      if (!totpSince && (await countPasskeys(ctx.db.orm, tables, id)) > 0) throw new UserError(400, { '': [messages.passkey] });
    },
    noteRefused: (...refused) => refusedLogIns.note(...refused),
    subject: (id) => ({ operator: id }),
  };
}
