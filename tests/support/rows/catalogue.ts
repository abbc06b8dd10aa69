// The catalogue as the owner could change it.
import type { Sql } from './sql.ts';

export const setUnitPrice = ({ sql }: Sql, offerId: string, currency: number, cents: number) =>
  sql('update catalogue_price set unit_price = $3 where offer_id = $1 and currency = $2', [offerId, currency, cents]);

export const deletePrice = ({ sql }: Sql, offerId: string, currency: number) =>
  sql('delete from catalogue_price where offer_id = $1 and currency = $2', [offerId, currency]);

export const retireOffer = ({ sql }: Sql, offerId: string) => sql('update catalogue_offer set retired = true where id = $1', [offerId]);

/** Reads of the catalogue wait for the end of the transaction. */
export const lockCatalogueVersion = ({ sql }: Sql) => sql('lock table catalogue_state in access exclusive mode');

export const setServicePlatforms = ({ sql }: Sql, platforms: readonly number[], ...slugs: readonly string[]) =>
  sql('update catalogue_service set platforms = $1 where slug = any($2)', [JSON.stringify(platforms), slugs]);

export const deletePlatforms = ({ sql }: Sql) => sql('delete from catalogue_platform');

export const setSurcharges = ({ sql }: Sql, percent: number) => sql('update catalogue_platform set surcharge_percent = $1', [percent]);

export const highestSurcharge = async ({ sql }: Sql): Promise<number> =>
  (await sql<{ most: number }>('select max(surcharge_percent) as most from catalogue_platform'))[0]?.most ?? 0;

/** Numbers of the owner's own services, ascending. */
/** Numbers of keys that have none in the files. */
export const givenNumbers = ({ sql }: Sql) =>
  sql<{ key: string; number: number }>('select key, number from catalogue_number where number >= 100 order by number');

export const deleteNumbers = ({ sql }: Sql) => sql('delete from catalogue_number');

export const setServiceState = ({ sql }: Sql, slug: string, state: 'sold' | 'hidden' | 'archived') =>
  sql('update catalogue_service set state = $2 where slug = $1', [slug, state]);
