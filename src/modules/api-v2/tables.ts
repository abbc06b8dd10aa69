// Tables of API v2, which knows services and orders by whole numbers.
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from '#platform/database/columns.ts';

/** Numbers of offers, each given once. */
export const resellerService = pgTable(
  'reseller_service',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    offerId: text('offer_id').notNull(),
  },
  (table) => [uniqueIndex('reseller_service_offer').on(table.offerId)],
);

/** Numbers of orders that were placed by API v2, and what finds a repeated request. */
export const resellerOrder = pgTable(
  'reseller_order',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    keyId: uuid('key_id').notNull(),
    /** Of service, link and quantity. */
    requestHash: bytea('request_hash').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Null while it is placed, and if its process died meanwhile. */
    orderId: uuid('order_id'),
  },
  (table) => [
    index('reseller_order_request').on(table.keyId, table.requestHash, table.createdAt),
    uniqueIndex('reseller_order_order').on(table.orderId).where(sql`${table.orderId} is not null`),
  ],
);
