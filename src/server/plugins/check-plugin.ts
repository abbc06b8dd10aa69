// The test kit of plugins: what is wrong with one, by its shape and by trying its parts.
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseBriefFindings, parseDeliveryFindings } from '#modules/catalogue/kinds/rules.ts';
import {
  BRIEF_CHECK_SECONDS,
  DELIVERY_CHECK_SECONDS,
  type KindBrief,
  type KindDelivery,
  type ServiceKind,
} from '#modules/catalogue/kinds/shapes.ts';
import type { ExportedDelivery } from '#modules/fulfilment/deps.ts';
import type { MakerBrief } from '#modules/fulfilment/maker.ts';
import { parsePluginAnswer } from '#modules/fulfilment/makers/plugin-makers.ts';
import { checkReportShape } from '#modules/fulfilment/shapes-report.ts';
import { chooseTreatment } from '#modules/invoicing/rules.ts';
import { BadWebhook, type Provider } from '#modules/payments/provider.ts';
import { PermanentJobError } from '../../jobs.ts';
import { type CustomerNotice, NOTICE_SECONDS, type Plugin, type PluginMaker, type ProviderTools, type StaffNotice } from './plugin.ts';
import { findPluginErrors } from './plugin-errors.ts';

/** A brief in each language, as the shop gives it to makers. */
export const sampleBriefs: readonly MakerBrief[] = (['en', 'es', 'ja'] as const).map((language) => ({
  pieceId: `sample-${language}`,
  offerId: 'sample-600',
  quantity: 1,
  ordered: { count: 600, of: 'words' },
  instructions: undefined,
  platform: null,
  language,
  locale: language === 'ja' ? 'jp' : language,
  answers: { brandName: 'Loaf & Queue', language, notes: 'A bakery in a side street.', rightsConfirmed: true },
  dueAt: '2026-03-24T10:00:00.000Z',
  madeAt: '2026-03-22T10:00:00.000Z',
  others: [],
}));

/** Tries every part of a plugin. Empty if all is well. For the tests of a plugin, with any test runner. */
export async function checkPlugin(
  plugin: Plugin,
  tools: Partial<ProviderTools> = {},
  { noticeSeconds = NOTICE_SECONDS, kindSeconds = BRIEF_CHECK_SECONDS } = {},
): Promise<string[]> {
  const errors = findPluginErrors(plugin);
  if (errors.length > 0) return errors;
  const found: string[] = [];
  for (const [each, kind] of Object.entries(plugin.serviceKinds ?? {})) found.push(...(await findKindErrors(each, kind, kindSeconds)));
  for (const [each, maker] of Object.entries(plugin.makers ?? {})) found.push(...(await findMakerErrors(each, maker)));
  if (plugin.checkText) found.push(...(await findReportErrors(plugin.checkText)));
  if (plugin.paymentProvider) found.push(...(await findProviderErrors(plugin, tools)));
  for (const [as, { make }] of Object.entries(plugin.exporters ?? {})) {
    const bytes = await Promise.resolve(sampleDelivery)
      .then(make)
      .catch((cause: unknown) => cause);
    if (!(bytes instanceof Uint8Array) || bytes.length === 0) found.push(`exporters.${as} makes no bytes`);
  }
  for (const [kind, handler, notice] of [
    ['staff', plugin.notices?.staff, sampleNotices.staff],
    ['customer', plugin.notices?.customer, sampleNotices.customer],
  ] as const)
    if (handler) found.push(...(await findNoticeErrors(kind, () => (handler as (notice: object) => unknown)(notice), noticeSeconds)));
  if (plugin.taxRule) found.push(...findTaxErrors(plugin.taxRule));
  return found;
}

const sampleDelivery: ExportedDelivery = {
  order: 'F-00000000',
  piece: 1,
  version: 1,
  language: 'en',
  title: 'Sample',
  text: '# Sample\n\nA bakery in a side street.\n',
  deliveredAt: '2026-03-24T10:00:00.000Z',
  shopName: 'Fanfare',
};

/** A notice of each kind, as the shop gives it to plugins. */
export const sampleNotices: { readonly staff: StaffNotice; readonly customer: CustomerNotice } = {
  staff: {
    id: '00000000-0000-7000-8000-000000000001',
    event: 'orderPaid',
    at: '2026-03-24T10:00:00.000Z',
    title: 'New order: F-00000000',
    details: ['Sample, 600 words', 'Ada Sample'],
    amount: '€99.00',
    link: 'https://desk.shop.example/orders/1',
  },
  customer: {
    id: '00000000-0000-7000-8000-000000000002',
    event: 'piece-delivered',
    at: '2026-03-24T10:00:00.000Z',
    email: 'ada@loaf.example',
    locale: 'en',
    values: { name: 'Ada', number: 'F-00000000', what: 'Sample, 600 words', until: '2026-03-27T10:00:00.000Z' },
  },
};

async function findNoticeErrors(kind: string, send: () => unknown, seconds: number): Promise<string[]> {
  const outcome = await runWithin(seconds, async () => {
    await send();
    return undefined;
  });
  return outcome === undefined ? [] : [`notices.${kind} ${outcome}`];
}

/** What `work` says, or that it throws or gives no answer. */
async function runWithin(seconds: number, work: () => Promise<string | undefined>): Promise<string | undefined> {
  const timeout = new AbortController();
  const outcome = await Promise.race([
    Promise.resolve()
      .then(work)
      .catch((cause: unknown) => `throws ${cause instanceof Error ? cause.message : String(cause)}`),
    pause(seconds * 1_000, `gives no answer in ${seconds} s`, { signal: timeout.signal }),
  ]);
  timeout.abort();
  return outcome;
}

async function findKindErrors(each: string, { checkBrief, checkDelivery }: ServiceKind, seconds: number): Promise<string[]> {
  const errors: string[] = [];
  const note = (part: string, error: string | undefined) => {
    if (error !== undefined) errors.push(`serviceKinds.${each}.${part} ${error}`);
  };
  const getError = (found: unknown) => (typeof found === 'string' ? found : undefined);
  for (const brief of sampleKindBriefs) {
    if (checkBrief) note('checkBrief', await runWithin(seconds, async () => getError(parseBriefFindings(await checkBrief(brief), brief))));
    for (const delivery of createSampleDeliveries(brief))
      if (checkDelivery)
        note('checkDelivery', await runWithin(seconds, async () => getError(parseDeliveryFindings(await checkDelivery(delivery)))));
  }
  return [...new Set(errors)];
}

/**
 * Briefs as the shop gives them to kinds: a usual one, and one without any answer, because questions may be
 * optional.
 */
export const sampleKindBriefs: readonly KindBrief[] = [
  { brandName: 'Loaf & Queue', notes: 'A bakery in a side street.', rightsConfirmed: true },
  {},
].map((answers) => ({
  offerId: 'sample-600',
  quantity: 1,
  platform: null,
  questions: [
    { name: 'brandName', kind: 'text' },
    { name: 'notes', kind: 'longText' },
    { name: 'rightsConfirmed', kind: 'yesNo' },
  ],
  answers,
}));

/** A text, and files of which one is too large to be read. */
const createSampleDeliveries = (brief: KindBrief): readonly KindDelivery[] => [
  { brief, ordered: { count: 600, of: 'words' }, language: 'en', text: sampleDelivery.text, files: [] },
  {
    ...{ brief, ordered: undefined, language: 'ja', text: '' },
    files: [
      { name: 'a.txt', size: 4, bytes: new TextEncoder().encode('a\r\nb') },
      { name: 'film.mp4', size: 90_000_000 },
    ],
  },
];

async function findMakerErrors(each: string, { make, limits }: PluginMaker): Promise<string[]> {
  const errors: string[] = [];
  for (const brief of sampleBriefs) {
    const at = `makers.${each} in ${brief.language}`;
    const started = performance.now();
    try {
      const outcome = parsePluginAnswer(await make(brief));
      if (typeof outcome === 'string') errors.push(`${at}: ${outcome}`);
    } catch (cause) {
      errors.push(`${at} throws ${cause instanceof Error ? cause.message : String(cause)}: it must answer { failed } instead`);
    }
    const seconds = (performance.now() - started) / 1_000;
    if (limits && seconds > limits.seconds) errors.push(`${at} takes ${seconds.toFixed(1)} s, and its limit is ${limits.seconds} s`);
  }
  return errors;
}

async function findReportErrors(checkText: NonNullable<Plugin['checkText']>): Promise<string[]> {
  const errors: string[] = [];
  for (const brief of sampleBriefs) {
    const message = await runWithin(DELIVERY_CHECK_SECONDS, async () => {
      const { error } = checkReportShape.safeParse(await checkText(sampleDelivery.text, brief));
      return error && `answers no report: ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`;
    });
    if (message !== undefined) errors.push(`checkText in ${brief.language} ${message}`);
  }
  return errors;
}

async function findProviderErrors({ name: wanted, paymentProvider }: Plugin, tools: Partial<ProviderTools>): Promise<string[]> {
  const provider = await paymentProvider?.({ ...sampleTools, ...tools });
  if (!provider) return [];
  const errors: string[] = [];
  if (provider.name !== wanted) errors.push(`paymentProvider: its name is "${provider.name}", not the plugin's "${wanted}"`);
  if (provider.hosts.length === 0) errors.push('paymentProvider: hosts is empty, so every link is refused');
  if (!provider.linkAtOnce && !provider.makeLink) errors.push('paymentProvider: neither linkAtOnce nor makeLink');
  if (!(await doesRefuseForged(provider))) errors.push('paymentProvider: readWebhook accepts a forged webhook: it must throw BadWebhook');
  return errors;
}

const sampleTools: ProviderTools = {
  shopUrl: 'https://shop.example',
  isProduction: false,
  environment: {},
  now: () => new Date(),
  BadWebhook,
  PermanentError: PermanentJobError,
};

async function doesRefuseForged({ readWebhook }: Provider): Promise<boolean> {
  try {
    await readWebhook(Buffer.from('{"event":"paid","amount":1}'), { 'content-type': 'application/json' });
    return false;
  } catch (cause) {
    return cause instanceof BadWebhook;
  }
}

function findTaxErrors(rule: NonNullable<Plugin['taxRule']>): string[] {
  const tax = { vat: 'inclusive', rates: { NO: 2500, ES: 2100 }, reverseCharge: true, notes: noNotes, rule } as const;
  return ['NO', 'ES', 'JP', 'US'].flatMap((buyerCountry) => {
    try {
      chooseTreatment(tax, { sellerCountry: 'NO', buyerCountry, vatIdCountry: undefined });
      return [];
    } catch (cause) {
      return [`taxRule for ${buyerCountry}: ${cause instanceof Error ? cause.message : String(cause)}`];
    }
  });
}

const noWords = { en: '', es: '', jp: '' };
const noNotes = { none: noWords, zero: noWords, reverse: noWords };
