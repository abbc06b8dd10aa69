// What the owner promises of an offer: how it is made, and how long it takes. Pure.
import { findLongest, standardTurnaround, type Turnaround } from '#lib/time/turnaround.ts';
import type { MadePromise, Offer, ServiceText } from '../shapes.ts';

const promised = { person: 'person', mixed: 'assisted', automatic: 'generated' } as const;

type Making = Pick<ServiceText, 'madeBy'> & { readonly production: { readonly tools?: readonly string[] | undefined } };

/** A program delivers an instant offer without a person, whatever its service says. */
export const getPromise = ({ madeBy, production }: Making, { isInstant }: { readonly isInstant: boolean }): MadePromise => ({
  kind: isInstant ? 'generated' : promised[madeBy],
  tools: [...(production.tools ?? [])],
});

type Offers = {
  readonly offers: readonly { readonly id: string; readonly serviceType: number; readonly isInstant: boolean }[];
  readonly services: readonly (Making & { readonly type: number })[];
};

/** Undefined if the offer is unknown. */
export function findPromise({ offers, services }: Offers, offerId: string): MadePromise | undefined {
  const offer = offers.find(({ id }) => id === offerId);
  const service = services.find(({ type }) => type === offer?.serviceType);
  return offer && service && getPromise(service, offer);
}

/** A chosen add-on that replaces the turnaround of the offer. */
export const findRush = ({ addOns = [] }: Pick<Offer, 'addOns'>, chosen: readonly { readonly id: string }[] = []): Turnaround | undefined =>
  addOns.find(({ id, turnaround }) => turnaround && chosen.some((each) => each.id === id))?.turnaround;

type Timed = { readonly turnaround: Turnaround | null };

/** How long a piece takes that is ordered with the offer. */
export const getTurnaround = (
  { turnaround, pieces }: Timed & { readonly pieces: readonly { readonly offer: string }[] },
  offers: ReadonlyMap<string, Timed>,
): Turnaround => turnaround ?? findLongest(pieces.map(({ offer }) => offers.get(offer)?.turnaround ?? standardTurnaround));
