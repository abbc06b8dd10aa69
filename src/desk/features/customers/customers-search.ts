// Search parameters of the customer search.
import { searchOf, text } from '../../shared/routing/search.ts';

export const customersSearch = searchOf({ q: text });
