// Which file each screen is made of, as a key of the bundler's list. The server reads it for the names of what a page needs; a browser never does.
import type { ScreenName } from '../pages.ts';

const files: { readonly [Name in ScreenName]: string } = {
  home: 'home.tsx',
  services: 'services.tsx',
  service: 'service.tsx',
  faq: 'faq.tsx',
  contact: 'contact.tsx',
  ticket: 'ticket.tsx',
  login: 'account/login.tsx',
  createAccount: 'account/create-account.tsx',
  recoveryPassword: 'account/recovery-password.tsx',
  resetPassword: 'account/reset-password.tsx',
  cart: 'cart.tsx',
  orderHistory: 'cabinet/order-history.tsx',
  accountDetails: 'cabinet/account-details.tsx',
  funds: 'cabinet/funds.tsx',
  support: 'cabinet/support.tsx',
  changePassword: 'cabinet/change-password.tsx',
  notLoggedIn: 'account/not-logged-in.tsx',
  confirmEmail: 'account/confirm-email.tsx',
  myData: 'account/my-data.tsx',
  cookiesPolicy: 'policy.tsx',
  privacyPolicy: 'policy.tsx',
  refundPolicy: 'policy.tsx',
  termsAndConditions: 'policy.tsx',
  ui: 'ui.tsx',
  notFound: 'not-found.tsx',
  fault: 'fault.tsx',
};

export const screenFile = (name: ScreenName): string => `src/web/pages/${files[name]}`;
