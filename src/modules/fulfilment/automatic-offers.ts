// Lists the catalogue's offers that a program makes or drafts.
import type { FulfilmentDeps } from './deps.ts';

/** Empty if no programs are configured. */
export const listProgramOffers = (
  { makers, catalogue }: Pick<FulfilmentDeps, 'makers' | 'catalogue'>,
  does: 'delivers' | 'anything',
): readonly string[] =>
  makers
    ? catalogue.current().offers.flatMap(({ id }) => {
        const maker = makers.makerFor(id);
        return maker && (does === 'anything' || maker.delivers) ? [id] : [];
      })
    : [];
