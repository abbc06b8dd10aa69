// What is open on the page of a piece, as the address says it: the dialog to deliver it, or one of its deliveries.
import { flag, searchOf, text } from '../../shared/routing/search.ts';

export const pieceSearch = searchOf({ deliver: flag, delivery: text });
