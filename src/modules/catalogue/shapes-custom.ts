// What operators sell by hand, beside the owner's catalogue. Without schemas, because every page of an
// account loads it.

export const CUSTOM_OFFER = 'custom';
/** No service of the owner's files has it. */
export const CUSTOM_SERVICE = 99;
