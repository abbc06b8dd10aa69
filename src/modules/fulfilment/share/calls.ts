// Calls for the link of an order, which opens it without a log-in.
import type { CallTable } from '#lib/calls.ts';
import { currentShareShape, sharedOrderShape, shareLinkShape, shareShape } from './shapes.ts';

export const shareCalls = {
  'GET /api/orders/share': {
    who: 'token',
    may: 'order',
    about: 'Returns the link of an order, what it allows and how often it was opened; null if the order is not shared.',
    input: sharedOrderShape,
    output: currentShareShape,
  },
  'POST /api/orders/share': {
    who: 'token',
    may: 'order',
    about:
      'Creates a link that shows the order’s title, brief, state, deliveries and messages without a log-in. It replaces an earlier link.',
    input: shareShape,
    output: shareLinkShape,
  },
  'POST /api/orders/unshare': {
    who: 'token',
    may: 'order',
    about: 'Ends the link of an order.',
    input: sharedOrderShape,
  },
} as const satisfies CallTable;
