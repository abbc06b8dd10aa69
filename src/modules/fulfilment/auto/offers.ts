// Which offers of the catalogue a program makes, or begins.
import type { FulfilmentDeps } from '../deps.ts';

/** None where nobody is plugged in. */
export const offersOfPrograms = (
  { makers, catalogue }: Pick<FulfilmentDeps, 'makers' | 'catalogue'>,
  does: 'delivers' | 'anything',
): readonly string[] =>
  makers
    ? catalogue.current().offers.flatMap(({ id, serviceType }) => {
        const maker = makers.makerFor(serviceType, id);
        return maker && (does === 'anything' || maker.delivers) ? [id] : [];
      })
    : [];
