// Search parameters of the piece page: the delivery dialog, or one delivery.
import { flag, searchValidator, text } from '../../shared/routing/search.ts';

export const pieceSearch = searchValidator({ deliver: flag, delivery: text });
