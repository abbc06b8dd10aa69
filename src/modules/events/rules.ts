// What a key must be allowed to read, to be told of an event. Pure.
import type { Scope } from '#modules/keys/rules.ts';
import type { EventType } from './shapes.ts';

const scopeBySubject: Readonly<Record<string, Scope>> = {
  invoice: 'money:read',
  payment: 'money:read',
  subscription: 'money:read',
  ticket: 'tickets:read',
  client: 'clients:read',
  webhook: 'webhooks:write',
};

export const getEventScope = (type: EventType): Scope => scopeBySubject[type.split('.')[0] ?? ''] ?? 'orders:read';
