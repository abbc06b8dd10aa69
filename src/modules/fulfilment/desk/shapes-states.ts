// States of pieces and clocks, apart from the shapes, so that the app need not load the validation. Pure.

/**
 * `ready`: unassigned. `inWork`: assigned. `inReview`: its delivery waits for approval, which its customer
 * does not see. `revisionAsked`: delivered, revision requested. `delivered`: a revision may still be
 * requested.
 */
export const workStates = ['ready', 'inWork', 'inReview', 'revisionAsked'] as const;
export type WorkState = (typeof workStates)[number];

/** `early`: may not begin yet. `waits`: for the customer. `review`: the brief is under review. */
export const openClockStates = ['late', 'soon', 'fine', 'waits', 'early', 'review'] as const;
/** `done`: nothing is due any more, which no piece of the queue is. */
export const clockStates = [...openClockStates, 'done'] as const;
export type ClockState = (typeof clockStates)[number];

/** Filter value for unassigned pieces. */
export const NOBODY = 'nobody';

/** The same words on an order's page and in search results. */
export const pieceStateLabels = {
  waiting: 'Waiting for its brief',
  ready: 'Ready',
  inWork: 'In progress',
  inReview: 'In review',
  revisionAsked: 'Revision requested',
  delivered: 'Delivered',
  accepted: 'Accepted',
  cancelled: 'Cancelled',
} as const;
