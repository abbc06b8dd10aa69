// What the sandbox keeps, in a schema of its own. It lives in the database so that the process of the jobs and the one of the pages share it.
import { bigint, pgSchema, text, timestamp } from 'drizzle-orm/pg-core';

export const sandboxSchema = pgSchema('sandbox');

export const sandboxMail = sandboxSchema.table('sandbox_mail', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** A letter that arrives twice is kept once. */
  messageId: text('message_id').notNull().unique(),
  to: text('to').notNull(),
  from: text('from').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
});
