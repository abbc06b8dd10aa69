// Search parameters of the coupon list.
import { searchOf, text } from '../../shared/routing/search.ts';

export const couponsSearch = searchOf({ code: text });
