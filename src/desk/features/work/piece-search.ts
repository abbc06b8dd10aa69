import { parseFlag, parseText, searchValidator } from '../../shared/routing/search.ts';

/** The delivery dialog, or one delivery. */
export const pieceSearch = searchValidator({ deliver: parseFlag, delivery: parseText });
