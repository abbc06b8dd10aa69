// Search parameters of the coupon list.
import { searchValidator, text } from '../../shared/routing/search.ts';

export const couponsSearch = searchValidator({ code: text });
