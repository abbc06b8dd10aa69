// Steps of the set-up: each has one function that decides from the facts whether it is done and what it
// needs. A step is done only if the shop shows it or its check has passed. Only the tax and the policies are
// confirmed by a person, who must read them.
import type { ShopTexts } from '#lib/rendering.ts';
import type { ServiceSummary } from '#modules/catalogue/samples.ts';
import type { Config } from '#platform/config/config.ts';
import type { GuideOrder } from './queries.ts';
import { checkSeller } from './rules.ts';
import type { GuideStep, GuideStepName, SetUpChecks, StepName } from './shapes.ts';

export type GuideFacts = {
  readonly config: Pick<Config, 'shopUrl' | 'sandboxPort'>;
  readonly smtpUrl: string | undefined;
  readonly shop: ShopTexts;
  readonly checks: SetUpChecks;
  /** Takes real money; undefined if nothing does. */
  readonly provider: string | undefined;
  readonly brandVersions: number;
  readonly homeVersions: number;
  readonly own: readonly ServiceSummary[];
  readonly samples: readonly ServiceSummary[];
  /** Of plugins, by their labels. */
  readonly kinds: readonly string[];
  /** Of the owner's services, the one that came furthest. */
  readonly order: GuideOrder | undefined;
  readonly colleagues: number;
};

type Found = Pick<GuideStep, 'isDone' | 'lines' | 'action'>;
type Row = Pick<GuideStep, 'title' | 'why' | 'minutes' | 'part'> & {
  readonly isOptional?: boolean;
  readonly find: (facts: GuideFacts) => Partial<Found> & Pick<Found, 'isDone'>;
};

const linkToDesk = (label: string, href: string): Found['action'] => ({ label, kind: 'desk', href });
const linkToShop = (label: string, href: string): Found['action'] => ({ label, kind: 'shop', href });
const joinNames = (services: readonly ServiceSummary[]): string => services.map(({ name }) => name).join(', ');
const isOnSale = ({ state }: ServiceSummary): boolean => state === 'sold';
const getState = ({ checks }: GuideFacts, step: StepName) => checks.find((each) => each.step === step)?.state;

export const guideRows: Readonly<Record<GuideStepName, Row>> = {
  brand: {
    title: 'Your brand',
    why: 'Name, color and logo are on every page and in every email.',
    minutes: 2,
    part: 'sale',
    find: findBrand,
  },
  content: {
    title: 'Texts of the home page',
    why: 'The shop began with a sample’s headlines, promises and questions. Search engines show them too.',
    minutes: 5,
    part: 'sale',
    find: findContent,
  },
  service: { title: 'Your first service', why: 'What you sell, at a fixed price.', minutes: 6, part: 'sale', find: findService },
  samples: {
    title: 'Sample services',
    why: 'The shop began with services that aren’t yours. Orders go on; nothing is deleted.',
    minutes: 1,
    part: 'sale',
    find: findSamples,
  },
  order: { title: 'A test order', why: 'Order as a customer does, pay, and deliver it here.', minutes: 5, part: 'sale', find: findOrder },
  company: {
    title: 'Your company',
    why: 'The footer, invoices and the legal pages name the seller.',
    minutes: 3,
    part: 'opening',
    find: findCompany,
  },
  tax: {
    title: 'Tax',
    why: 'How invoices show VAT. Ask your accountant.',
    minutes: 2,
    part: 'opening',
    find: (facts) => ({ ...findByCheck('tax')(facts), action: linkToDesk('Edit the tax', '/settings/tax') }),
  },
  mail: { title: 'Email', why: 'Customers get confirmations and deliveries by email.', minutes: 5, part: 'opening', find: findMail },
  payments: {
    title: 'Payments',
    why: 'Customers pay by card, into your account at Stripe or at the provider of a plugin.',
    minutes: 10,
    part: 'opening',
    find: findPayments,
  },
  policies: {
    title: 'Policies',
    why: 'Terms, privacy, cookies and refunds are samples. Have a lawyer check them before you open.',
    minutes: 15,
    part: 'opening',
    find: (facts) => ({ ...findByCheck('policies')(facts), action: linkToDesk('Open the policies', '/policies') }),
  },
  secondFactor: {
    title: 'Two-step log-in',
    why: 'The desk shows every order and moves money: a password alone isn’t enough.',
    minutes: 2,
    part: 'opening',
    find: findByCheck('secondFactor'),
  },
  backup: {
    title: 'Backup',
    why: 'Copy the database and the data folder to another place every day.',
    minutes: 5,
    part: 'opening',
    find: findByCheck('backup'),
  },
  address: {
    title: 'Addresses',
    why: 'Shop and desk each need https and a host name of their own.',
    minutes: 10,
    part: 'opening',
    find: findByCheck('address'),
  },
  staff: {
    title: 'Your team',
    why: 'Makers write, support answers, managers do both.',
    minutes: 1,
    part: 'opening',
    isOptional: true,
    find: ({ colleagues }) => ({ isDone: colleagues > 0, action: linkToDesk('Invite somebody', '/team') }),
  },
};

function findByCheck(step: StepName): Row['find'] {
  return (facts) => ({ isDone: getState(facts, step) === 'done' });
}

function findContent({ homeVersions, shop }: GuideFacts): ReturnType<Row['find']> {
  return {
    isDone: homeVersions > 1,
    lines: [`Its title is “${shop.home.title.en}”.`],
    action: linkToDesk('Edit the texts', '/content/home'),
  };
}

function findBrand({ brandVersions, shop }: GuideFacts): ReturnType<Row['find']> {
  return { isDone: brandVersions > 1, lines: [`Customers see: ${shop.brand.name}.`], action: linkToDesk('Edit the brand', '/brand') };
}

function findService({ own, kinds }: GuideFacts): ReturnType<Row['find']> {
  const sold = own.filter(isOnSale);
  const draft = own.find((service) => !isOnSale(service));
  if (sold.length > 0)
    return { isDone: true, lines: [`On sale: ${joinNames(sold)}.`], action: linkToDesk('Open the catalogue', '/catalogue') };
  if (draft)
    return {
      isDone: false,
      lines: [`“${draft.name}” isn’t in the lists yet. Under “Where it is sold”, choose “In all lists”, then preview and publish.`],
      action: linkToDesk(`Publish ${draft.name}`, `/catalogue/${draft.file}`),
    };
  return {
    isDone: false,
    lines: [
      'Write it in one language; a button copies it to the others.',
      ...(kinds.length > 0
        ? [`Your plugins check briefs and deliveries of: ${kinds.join(', ')}. Choose the kind under “How it is made”.`]
        : []),
    ],
    action: linkToDesk('Create a service', '/catalogue/new'),
  };
}

function findSamples({ own, samples }: GuideFacts): ReturnType<Row['find']> {
  const left = samples.filter(({ state }) => state !== 'archived');
  if (left.length === 0) return { isDone: own.some(isOnSale), lines: ['All services on sale are your own.'] };
  if (!own.some(isOnSale)) return { isDone: false, lines: ['First publish a service of your own.'] };
  return {
    isDone: false,
    lines: [`Still on sale: ${joinNames(left)}.`],
    action: { label: 'Stop selling them', kind: 'endSamples', href: '' },
  };
}

function findOrder({ own, order, config: { shopUrl, sandboxPort } }: GuideFacts): ReturnType<Row['find']> {
  const service = own.find(isOnSale);
  if (order?.isDelivered) return { isDone: true, lines: [`Order ${order.number} was delivered.`] };
  if (order?.isPaid)
    return {
      isDone: false,
      lines: [`Order ${order.number} is paid. Take the piece, write a text and deliver it.`],
      action: linkToDesk('Open the piece', `/queue/${order.pieceId}`),
    };
  if (order)
    return {
      isDone: false,
      lines: [`Order ${order.number} isn’t paid yet.`],
      action: linkToShop('Pay it in the shop', `${shopUrl}/cabinet/order-history`),
    };
  if (!service) return { isDone: false, lines: ['First publish a service of your own.'] };
  return {
    isDone: false,
    lines: [
      'Create a customer account, fill in the brief, put it in the cart and order it.',
      sandboxPort === undefined
        ? 'Pay with a real card, and refund the order here afterwards.'
        : `Pay at the test bank: no real money moves. Emails to the customer are in http://localhost:${sandboxPort}.`,
    ],
    action: linkToShop(`Order ${service.name}`, `${shopUrl}/services/${service.slug}`),
  };
}

function findCompany({ shop }: GuideFacts): ReturnType<Row['find']> {
  const { ok, lines } = checkSeller(shop);
  return { isDone: ok, lines: [...lines], action: linkToDesk('Edit the company', '/content/company') };
}

function findMail(facts: GuideFacts): ReturnType<Row['find']> {
  const { smtpUrl, shop } = facts;
  const isSampleAddress = /\.example\b/.test(shop.brand.mailFrom);
  const isDone = smtpUrl !== undefined && !isSampleAddress && getState(facts, 'mail') === 'done';
  if (isDone) return { isDone };
  const lines = isSampleAddress ? [`The sender is still the sample: ${shop.brand.mailFrom}.`] : [];
  return smtpUrl
    ? { isDone, lines: [...lines, 'Send a test email to yourself.'], action: linkToDesk('Edit the sender', '/brand') }
    : {
        isDone,
        lines: [...lines, 'Until then, emails go to the test mailbox or nowhere.'],
        action: linkToDesk('Enter the mail server', '/connections'),
      };
}

function findPayments(facts: GuideFacts): ReturnType<Row['find']> {
  const { provider } = facts;
  return {
    isDone: getState(facts, 'payments') === 'done',
    lines:
      provider === undefined
        ? ['Until then, only the test bank takes payments.']
        : provider === 'stripe'
          ? []
          : [`The plugin ${provider} takes the payments.`],
    action: linkToDesk('Enter the keys of Stripe', '/connections'),
  };
}
