// Which offers are left to programs.

import type { Makers } from './making.ts';
import { madeByPrograms } from './rules.ts';

/** Those that are made in this way; none where nobody is plugged in. */
export const programs = (makers: Makers | undefined, kind: 'deliver' | 'draft'): readonly string[] =>
  makers ? madeByPrograms.filter((offerId) => makers.kindOf(offerId) === kind) : [];
