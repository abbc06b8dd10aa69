import type { Handlers } from '../../infra/http/api-routes.ts';
import type { CouponsModule } from './actions.ts';

export const couponRoutes = (coupons: CouponsModule): Pick<Handlers, 'GET /api/orders/coupon'> => ({
  'GET /api/orders/coupon': ({ caller, input, request }) => coupons.lookUp(caller, input, request.ip),
});
