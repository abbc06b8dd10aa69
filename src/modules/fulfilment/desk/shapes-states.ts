// How pieces and their clocks can stand, in plain words: what the desk's app chooses from, without the shapes that the server checks by. Pure.

/** `ready`: nobody has it. `inWork`: somebody does. `revisionAsked`: delivered, and wanted otherwise. `delivered`: its customer may still ask for that. */
export const workStates = ['ready', 'inWork', 'revisionAsked'] as const;
export type WorkState = (typeof workStates)[number];

/** `early`: nobody may begin yet. `waits`: for an answer of the customer. `review`: a person has to read the brief first. */
export const clockStates = ['late', 'soon', 'fine', 'waits', 'early', 'review'] as const;
export type ClockState = (typeof clockStates)[number];

/** Of nobody. */
export const NOBODY = 'nobody';
