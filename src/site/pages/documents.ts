// Title and component of each document. Only the server has this list.
import { msg } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import type { ScreenProps } from '#ui/page/data.ts';
import type { PageTitle } from '../../account/app/pages.ts';
import type { DocumentName } from '../../pages.ts';
import { Screen as AboutPage } from './about/about-page.tsx';
import { Screen as CreateAccountPage } from './account/create-account-page.tsx';
import { Screen as LoginLinkPage } from './account/login-link-page.tsx';
import { Screen as LoginPage } from './account/login-page.tsx';
import { Screen as NotLoggedInPage } from './account/not-logged-in-page.tsx';
import { Screen as RecoverPasswordPage } from './account/recover-password-page.tsx';
import { Screen as ResetPasswordPage } from './account/reset-password-page.tsx';
import { Screen as ConfirmEmailPage } from './confirm-email-page.tsx';
import { Screen as ContactPage } from './contact-page.tsx';
import { Screen as DeclarationPage } from './declaration-page.tsx';
import { Screen as ErrorPage } from './error-page.tsx';
import { Screen as FaqPage } from './faq-page.tsx';
import { Screen as HomePage } from './home/home-page.tsx';
import { Screen as InvoicePage } from './invoice-page.tsx';
import { Screen as MeansPage } from './means-page.tsx';
import { Screen as MyDataPage } from './my-data-page.tsx';
import { Screen as NotFoundPage } from './not-found-page.tsx';
import { Screen as PayPage } from './pay-page.tsx';
import { Screen as PolicyPage } from './policy-page.tsx';
import { Screen as QuotePage } from './quote-page.tsx';
import { Screen as SamplesPage } from './samples/samples-page.tsx';
import { Screen as ServicesPage } from './services/services-page.tsx';
import { Screen as SharePage } from './share-page.tsx';
import { Screen as TicketPage } from './ticket-page.tsx';

type DocumentEntry<Name extends DocumentName> = PageTitle & {
  readonly Page: ComponentType<ScreenProps<Name>>;
  /** In this folder. */
  readonly file: string;
};

/** The policies and the accessibility statement share a component. */
const policy = { title: 'owner', titled: 'page', Page: PolicyPage, file: 'policy-page.tsx' } as const;

/** A withdrawal and a cancellation have the same two steps. */
const declaration = { titled: 'page', Page: DeclarationPage, file: 'declaration-page.tsx' } as const;

export const documents: { readonly [Name in DocumentName]: DocumentEntry<Name> } = {
  home: { title: 'owner', titled: 'brand', Page: HomePage, file: 'home/home-page.tsx' },
  services: { title: msg`Services and prices`, titled: 'page', Page: ServicesPage, file: 'services/services-page.tsx' },
  samples: { title: msg`Samples of the work`, titled: 'page', Page: SamplesPage, file: 'samples/samples-page.tsx' },
  about: { title: 'owner', titled: 'page', Page: AboutPage, file: 'about/about-page.tsx' },
  faq: { title: msg`Questions and answers`, titled: 'page', Page: FaqPage, file: 'faq-page.tsx' },
  contact: { title: msg`Contact`, titled: 'page', Page: ContactPage, file: 'contact-page.tsx' },
  ticket: { title: msg`Contact`, titled: 'page', Page: TicketPage, file: 'ticket-page.tsx' },
  login: { title: msg`Log in`, titled: 'page', Page: LoginPage, file: 'account/login-page.tsx' },
  createAccount: { title: msg`Create an account`, titled: 'page', Page: CreateAccountPage, file: 'account/create-account-page.tsx' },
  recoveryPassword: {
    title: msg`Recover your password`,
    titled: 'page',
    Page: RecoverPasswordPage,
    file: 'account/recover-password-page.tsx',
  },
  loginLink: { title: msg`Log in by email`, titled: 'page', Page: LoginLinkPage, file: 'account/login-link-page.tsx' },
  resetPassword: { title: msg`Set a new password`, titled: 'page', Page: ResetPasswordPage, file: 'account/reset-password-page.tsx' },
  notLoggedIn: { title: msg`You’re not logged in`, titled: 'page', Page: NotLoggedInPage, file: 'account/not-logged-in-page.tsx' },
  confirmEmail: { title: msg`Confirm your email address`, titled: 'page', Page: ConfirmEmailPage, file: 'confirm-email-page.tsx' },
  pay: { title: msg`Your order`, titled: 'page', Page: PayPage, file: 'pay-page.tsx' },
  means: { title: msg`Your payment method`, titled: 'page', Page: MeansPage, file: 'means-page.tsx' },
  invoice: { title: msg`Your invoice`, titled: 'page', Page: InvoicePage, file: 'invoice-page.tsx' },
  quote: { title: msg`Your quote`, titled: 'page', Page: QuotePage, file: 'quote-page.tsx' },
  share: { title: msg`A shared order`, titled: 'page', Page: SharePage, file: 'share-page.tsx' },
  myData: { title: msg`Your data`, titled: 'page', Page: MyDataPage, file: 'my-data-page.tsx' },
  withdrawal: { title: msg`Withdraw from contract`, ...declaration },
  cancel: { title: msg`Cancel a contract`, ...declaration },
  cookiesPolicy: policy,
  privacyPolicy: policy,
  refundPolicy: policy,
  termsAndConditions: policy,
  accessibility: policy,
  notFound: { title: msg`Page Not Found`, titled: 'bare', Page: NotFoundPage, file: 'not-found-page.tsx' },
  error: { title: msg`Internal Server Error`, titled: 'bare', Page: ErrorPage, file: 'error-page.tsx' },
};
