/**
 * Event in this tab after the customer changed the profile. In a file of its own, because two chunks need it.
 */
export const PROFILE_CHANGED = 'profile';
