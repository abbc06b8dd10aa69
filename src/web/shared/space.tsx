// The space between two sentences that are separate messages.
import { usePage } from '../router/page/context.ts';

/** Japanese has none after its full stop. */
export const Space = () => (usePage().locale === 'jp' ? null : ' ');
