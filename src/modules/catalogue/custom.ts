// What an operator sells by hand, beside the owner's catalogue: a title and a price, without questions. It is
// part of every catalogue as a service that is not sold, so that its orders are made and shown like others.
import type { Catalogue } from './rules.ts';
import { CUSTOM_OFFER, CUSTOM_SERVICE } from './shapes-custom.ts';

const name = { en: 'Custom work', es: 'Trabajo a medida', jp: '個別のご依頼' };
const empty = { en: '', es: '', jp: '' };

export const customService: Catalogue['services'][number] = {
  type: CUSTOM_SERVICE,
  slug: CUSTOM_OFFER,
  state: 'archived',
  kind: 'service',
  madeBy: 'person',
  turnaround: '48h',
  delivers: 'files',
  icon: null,
  interval: null,
  platforms: [],
  revisions: 2,
  words: { name, summary: empty, description: empty, contains: [], excludes: [], sample: { caption: empty, text: empty } },
  fields: [],
  production: {},
  addOns: [],
};

export const customOffer: Catalogue['offers'][number] = {
  id: CUSTOM_OFFER,
  serviceType: CUSTOM_SERVICE,
  unit: empty,
  note: empty,
  minQuantity: 1,
  maxQuantity: 10_000,
  pieces: [],
  revisions: null,
  omits: [],
  count: null,
  isInstant: false,
  turnaround: null,
  eachUnitIsPiece: false,
  prices: new Map(),
  tiers: [],
  plan: null,
  isSold: false,
};
