// Source file of each page, as a key of the Vite manifest. Server only: it finds the chunks that a page
// needs.
import type { AppPageName } from '../../pages.ts';

const files: { readonly [Name in AppPageName]: string } = {
  service: 'brief/service-page.tsx',
  cart: 'cart/cart-page.tsx',
  cartLink: 'cart/cart-link-page.tsx',
  orderHistory: 'orders/order-history-page.tsx',
  order: 'orders/order-page.tsx',
  plans: 'plans/plans-page.tsx',
  accountDetails: 'settings/account-page.tsx',
  invitation: 'settings/invitation-page.tsx',
  funds: 'funds/funds-page.tsx',
  support: 'support/support-page.tsx',
  changePassword: 'settings/security/change-password-page.tsx',
  ui: 'ui-gallery/ui-page.tsx',
};

export const getScreenFile = (name: AppPageName): string => `src/account/features/${files[name]}`;
