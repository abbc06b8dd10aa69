// Which coupons are listed, as the address says it.
import { searchOf, text } from '../../shared/routing/search.ts';

export const couponsSearch = searchOf({ code: text });
