// What the kinds of plugins may answer, and what a service has from its kind. Pure.
import * as z from 'zod/mini';
import { fallbackLocale, type Locale } from '#lib/locale.ts';
import { toCleanLines, toOneLine } from '#lib/markdown/plain-text.ts';
import type { Catalogue } from '../rules.ts';
import type { BriefFinding, DeliveryFinding, KindBrief, KindMessage, PluginKind } from './shapes.ts';

const MAX_FINDINGS = 100;
const MESSAGE_CHARS = 500;
const QUOTE_CHARS = 120;
const MAX_LANGUAGES = 50;

const sentence = z.string().check(z.overwrite(toCleanLines), z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(MESSAGE_CHARS));
const quote = z.optional(z.string().check(z.overwrite(toCleanLines), z.maxLength(QUOTE_CHARS)));
const briefFindingsShape = z
  .array(
    z.strictObject({
      field: z.string(),
      outcome: z.enum(['refuse', 'review']),
      message: z.intersection(
        z.object({ en: sentence }),
        z.record(z.string(), sentence).check(z.refine((words) => Object.keys(words).length <= MAX_LANGUAGES)),
      ),
      quote,
    }),
  )
  .check(z.maxLength(MAX_FINDINGS));
const deliveryFindingsShape = z
  .array(
    z.strictObject({
      message: sentence,
      state: z.enum(['wrong', 'look']),
      file: z.optional(z.string().check(z.overwrite(toOneLine), z.maxLength(QUOTE_CHARS))),
      quote,
    }),
  )
  .check(z.maxLength(MAX_FINDINGS));

/** The findings, or what is wrong with the answer. */
export function parseBriefFindings(answer: unknown, { questions }: Pick<KindBrief, 'questions'>): readonly BriefFinding[] | string {
  const parsed = briefFindingsShape.safeParse(answer);
  if (!parsed.success) return describeError(parsed.error);
  const lost = parsed.data.find(({ field }) => !questions.some(({ name }) => name === field));
  return lost ? `answers no findings: "${lost.field}" is no question of the brief` : parsed.data;
}

/** The same of a delivery. */
export function parseDeliveryFindings(answer: unknown): readonly DeliveryFinding[] | string {
  const parsed = deliveryFindingsShape.safeParse(answer);
  return parsed.success ? parsed.data : describeError(parsed.error);
}

const describeError = ({ issues: [issue] }: z.core.$ZodError): string =>
  `answers no findings: ${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? ''}`;

export const getMessageText = (message: KindMessage, locale: Locale): string => message[locale] ?? message[fallbackLocale] ?? message.en;

/**
 * Services of a plugin's kind have its maker and its way to show deliveries, unless their files name others.
 */
export function withKinds<Part extends Pick<Catalogue, 'services'>>(catalogue: Part, kinds: readonly PluginKind[]): Part {
  const services = catalogue.services.map((service) => {
    const { kind: name, maker, delivers } = service.production;
    const kind = kinds.find((each) => each.name === name);
    if (!kind) return service;
    return {
      ...service,
      delivers: delivers ?? kind.delivers?.[0] ?? service.delivers,
      production: { ...service.production, maker: maker ?? kind.maker },
    };
  });
  return { ...catalogue, services };
}

/**
 * An offer is automatic only where a plugin of the shop has its maker, and that one delivers without a
 * person.
 */
export function withMakers<Part extends Pick<Catalogue, 'services' | 'offers'>>(catalogue: Part, instantMakers: readonly string[]): Part {
  const offers = catalogue.offers.map((offer) => {
    const maker = catalogue.services.find(({ type }) => type === offer.serviceType)?.production.maker;
    const isInstant = maker !== undefined && instantMakers.some((name) => name === maker || name.endsWith(`:${maker}`));
    return offer.isInstant && !isInstant ? { ...offer, isInstant } : offer;
  });
  return { ...catalogue, offers };
}
