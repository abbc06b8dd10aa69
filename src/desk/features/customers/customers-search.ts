// Search parameters of the customer search.
import { searchValidator, text } from '../../shared/routing/search.ts';

export const customersSearch = searchValidator({ q: text });
