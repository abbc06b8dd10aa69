// Which customers are looked for, as the address says it.
import { searchOf, text } from '../../shared/routing/search.ts';

export const customersSearch = searchOf({ q: text });
