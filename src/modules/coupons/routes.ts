import { type CatalogueModule, expectCurrency } from '#modules/catalogue/actions.ts';
import type { Handlers } from '#platform/http/api-routes.ts';
import type { CouponsModule } from './actions.ts';

export const couponRoutes = (
  coupons: CouponsModule,
  { currencies }: Pick<CatalogueModule, 'currencies'>,
  depositRules: () => { readonly couponShare: number },
): Pick<Handlers, 'GET /api/orders/coupon'> => ({
  async 'GET /api/orders/coupon'({ caller, input, request }) {
    const { sold } = currencies();
    const { code, currency = sold[0] ?? 0 } = input;
    expectCurrency(sold, currency);
    return { ...(await coupons.lookUp(caller, { code, currency }, request.ip)), depositShare: depositRules().couponShare };
  },
});
