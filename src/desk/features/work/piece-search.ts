// Search parameters of the piece page: the delivery dialog, or one delivery.
import { flag, searchOf, text } from '../../shared/routing/search.ts';

export const pieceSearch = searchOf({ deliver: flag, delivery: text });
