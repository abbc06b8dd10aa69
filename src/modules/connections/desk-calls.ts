// Calls that set up the mail server and the payment provider.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { connectionsShape, mailConnectionShape, paymentConnectionShape, removeConnectionShape, triedConnectionShape } from './shapes.ts';

export const connectionCalls = {
  'GET /api/connections': {
    may: 'settings.edit',
    about: 'Returns where mail server and payment provider are set, without their secrets.',
    output: connectionsShape,
  },
  'POST /api/connections/mail': {
    kind: 'write',
    audit: { act: 'connection.save', about: 'connection' },
    may: 'settings.edit',
    about: 'Saves the mail server.',
    stepUp: true,
    input: mailConnectionShape,
  },
  'POST /api/connections/mail/try': {
    kind: 'outside',
    audit: { act: 'connection.try', about: 'connection' },
    may: 'settings.edit',
    about: 'Sends a test email to the operator through a mail server. Saves nothing.',
    stepUp: true,
    input: mailConnectionShape,
    output: triedConnectionShape,
  },
  'POST /api/connections/payments': {
    kind: 'write',
    audit: { act: 'connection.save', about: 'connection' },
    may: 'settings.edit',
    about: 'Saves the keys of Stripe.',
    stepUp: true,
    input: paymentConnectionShape,
  },
  'POST /api/connections/payments/try': {
    kind: 'outside',
    audit: { act: 'connection.try', about: 'connection' },
    may: 'settings.edit',
    about: 'Asks Stripe for the balance of the account of a key. Saves nothing.',
    stepUp: true,
    input: paymentConnectionShape,
    output: triedConnectionShape,
  },
  'POST /api/connections/remove': {
    kind: 'write',
    audit: { act: 'connection.remove', about: 'connection' },
    may: 'settings.edit',
    about: 'Removes the mail server or the payment provider. What waits for it goes on waiting.',
    stepUp: true,
    input: removeConnectionShape,
  },
} as const satisfies DeskCallTable;
