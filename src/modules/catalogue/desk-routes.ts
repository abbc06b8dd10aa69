// The desk's route for the services with their offers, prices and brief fields.
import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type CatalogueModule, formatOfferName } from './actions.ts';
import type { catalogueDeskCalls } from './desk-calls.ts';
import type { DeskCatalogue } from './desk-shapes.ts';
import { getFilesBySlug } from './queries.ts';
import { CUSTOM_SERVICE } from './shapes-custom.ts';

type CatalogueDeskDeps = { readonly ctx: AppContext; readonly catalogue: CatalogueModule };

export const catalogueDeskRoutes = (deps: CatalogueDeskDeps): Pick<DeskHandlers, keyof typeof catalogueDeskCalls> => ({
  'GET /api/catalogue': () => getDeskCatalogue(deps),
});

/** Without what operators sell by hand. */
const isOwn = ({ type }: { readonly type: number }): boolean => type !== CUSTOM_SERVICE;

async function getDeskCatalogue({ ctx, catalogue }: CatalogueDeskDeps): Promise<DeskCatalogue> {
  const files = await getFilesBySlug(ctx.db.orm);
  const { version, services, offers } = catalogue.current();
  return {
    version,
    services: services.filter(isOwn).map(({ type, slug, words, kind, state, madeBy, fields }) => ({
      type,
      slug,
      name: words.name.en,
      kind,
      state,
      madeBy,
      file: files.get(slug) ?? '',
      offers: offers
        .filter(({ serviceType, isSold }) => serviceType === type && (isSold || state === 'archived'))
        .map(({ id, unit, note, minQuantity, maxQuantity, prices, pieces }) => ({
          id,
          unit: unit.en,
          note: note.en,
          minQuantity,
          maxQuantity,
          prices: [...prices].map(([currency, amount]) => ({ currency, amount })),
          pieces: [...Map.groupBy(pieces, ({ offer }) => offer)].map(
            ([offer, same]) => `${same.reduce((sum, { quantity }) => sum + quantity, 0)} × ${formatOfferName({ catalogue }, offer)}`,
          ),
        })),
      fields: fields.map(({ name, kind, required, label }) => ({ name, kind, required, label: label.en })),
    })),
  };
}
