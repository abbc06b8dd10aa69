// Rows of the connections module.
import type { Shop } from '../shop.ts';

/** The encrypted bytes as Latin-1, so that a plain secret among them would be found. */
export const storedConnections = (shop: Shop) => shop.sql<{ sealed: string }>("select encode(sealed, 'escape') as sealed from connection");
