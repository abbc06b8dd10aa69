// The space between two sentences that are separate messages.
import { useLingui } from '@lingui/react';

/** Japanese has none after its full stop. */
export const Space = () => (useLingui().i18n.locale === 'jp' ? null : ' ');
