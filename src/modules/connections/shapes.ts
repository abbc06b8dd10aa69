// API schemas of the mail server and the payment provider that an owner enters at the desk.
import * as z from 'zod/mini';

export const connectionKinds = ['mail', 'payments'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

const line = z.string().check(z.trim(), z.maxLength(300));

export const mailConnectionShape = z.object({
  host: line,
  port: z.int().check(z.gte(1), z.lte(65_535)),
  security: z.enum(['tls', 'starttls', 'none']),
  user: line,
  password: z.string().check(z.maxLength(1_000)),
});
export type MailConnection = z.output<typeof mailConnectionShape>;

export const paymentConnectionShape = z.object({ secretKey: line, webhookSecret: line });
export type PaymentConnection = z.output<typeof paymentConnectionShape>;

/**
 * Without secrets, which are never returned. `source`: the environment wins over the desk; `unreadable`: the
 * key that encrypted it is missing in SECRET_KEYS.
 */
const connectionShape = z.object({
  source: z.enum(['environment', 'desk', 'unreadable', 'none']),
  /** Tells two connections apart, such as "smtp.example:465, shop" or "live key …a1b2"; empty without one. */
  hint: z.string(),
  changedAt: z.nullable(z.string()),
});
export const connectionsShape = z.object({
  mail: connectionShape,
  payments: connectionShape,
  /** For the provider's settings. */
  webhookUrl: z.string(),
});
export type ConnectionList = z.output<typeof connectionsShape>;

export const removeConnectionShape = z.object({ kind: z.enum(connectionKinds) });
export const triedConnectionShape = z.object({ ok: z.boolean(), lines: z.array(z.string()) });
export type TriedConnection = z.output<typeof triedConnectionShape>;
