// The shape of a brief's answers, made of the fields of an offer, in the browser and on the server.
import * as z from 'zod/mini';
import { isHttpsAddress } from '#lib/https-address.ts';
import { toCleanLines, toOneLine } from '#lib/markdown/plain-text.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { selectAskedAnswers, selectAskedFields } from '#modules/catalogue/questions/rules.ts';
import type { CatalogueField, PlatformType } from '#modules/catalogue/shapes.ts';
import { fileGone } from '#modules/files/rules.ts';
import { type Answers, limitItems } from '../shapes.ts';

const URL_MAX_CHARS = 2_048;
/** The maximum length of a list whose field sets none. */
const ITEMS_MAX = 100;
/** The field whose address must be on the line's platform. */
const PROFILE = 'profileUrl';

const messages = {
  required: /*i18n*/ { id: 'field.required', message: 'Fill in this field.' },
  unknown: /*i18n*/ { id: 'brief.unknown', message: 'This question is no longer asked. Leave it out.' },
  yes: /*i18n*/ { id: 'brief.yes', message: 'Confirm this so we can start.' },
  url: /*i18n*/ { id: 'brief.url', message: 'Enter a full address that starts with https://.' },
  host: /*i18n*/ { id: 'brief.host', message: 'This address isn’t on {platform}.' },
  twice: /*i18n*/ { id: 'brief.twice', message: 'Enter each one only once.' },
} as const satisfies Record<string, Message>;

type Hosts = Pick<PlatformType, 'name' | 'hosts'>;
type BriefField = Pick<CatalogueField, 'name' | 'kind' | 'required' | 'min' | 'max' | 'itemMax' | 'options' | 'askedIf'>;

const unknownAnswer = z.unknown().check(z.refine(() => false, withMessage(messages.unknown)));

/** `platform`: the line's, if the service has platforms. `ignored`: names of answers that are dropped. */
export function createBriefShape(fields: readonly BriefField[], platform?: Hosts, ignored: readonly string[] = []): z.ZodMiniType<Answers> {
  const answerShapes = Object.fromEntries(
    fields.map((field) => {
      const shape = createValueShape(field, platform);
      return [field.name, field.required && !field.askedIf ? shape : z.optional(shape)];
    }),
  );
  const tidied = z.transform((answers) => tidyAnswers(answers, fields, ignored));
  const shape = z.catchall(z.object(answerShapes), unknownAnswer);
  const checked = fields.some(({ askedIf }) => askedIf) ? requireAskedAnswers(shape, fields, platform) : shape;
  return z.pipe(tidied, checked) as unknown as z.ZodMiniType<Answers>;
}

/**
 * Drops answers to questions that are not asked, and requires those that are. `shape`: conditional answers
 * are optional in it.
 */
function requireAskedAnswers(shape: z.ZodMiniType, fields: readonly BriefField[], platform: Hosts | undefined) {
  const conditional = fields.filter(({ required, askedIf }) => required && askedIf);
  const absent = new Map(conditional.map((field) => [field.name, parseIssues(createValueShape(field, platform), undefined)]));
  return z.transform((sent, { issues }) => {
    if (!isRecord(sent)) return void issues.push(...parseIssues(shape, sent));
    const answers = selectAskedAnswers(fields, sent);
    const parsed = shape.safeParse(answers);
    issues.push(...listRawIssues(parsed.error));
    for (const { name } of selectAskedFields(fields, answers))
      if (answers[name] === undefined) issues.push(...(absent.get(name) ?? []).map((issue) => ({ ...issue, path: [name] })));
    return parsed.data;
  });
}

const parseIssues = (shape: z.ZodMiniType, value: unknown) => listRawIssues(shape.safeParse(value).error);
const listRawIssues = (error: z.core.$ZodError | undefined) => (error?.issues ?? []).map((issue) => ({ ...issue, input: undefined }));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How many unknown answers are reported, to bound the size of the error response. */
const UNKNOWN_MAX = 10;

/** Drops blank answers and empty lists. A value that is not an object is left for the shape to reject. */
function tidyAnswers(answers: unknown, fields: readonly BriefField[], ignored: readonly string[]): unknown {
  if (!isRecord(answers)) return answers;
  const maxByField = new Map(fields.map(({ name, max = ITEMS_MAX }) => [name, max]));
  const [known, unknown] = [true, false].map((isKnown) => Object.entries(answers).filter(([name]) => maxByField.has(name) === isKnown));
  const tidied = [...(known ?? []), ...(unknown ?? []).filter(([name]) => !ignored.includes(name)).slice(0, UNKNOWN_MAX)].map(
    ([name, value]): [string, unknown] => [name, Array.isArray(value) ? withoutBlanks(value, maxByField.get(name) ?? 0) : value],
  );
  return Object.fromEntries(tidied.filter(([, value]) => !isBlank(value) && !(Array.isArray(value) && value.length === 0)));
}

const withoutBlanks = (list: readonly unknown[], limit: number): readonly unknown[] =>
  limitItems(
    list.filter((item) => !isBlank(item)),
    limit,
  );

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && toOneLine(value).trim() === '');

/** A missing answer gets a message of its own; a wrong type gets the general one. */
const missing = { error: (issue: { input?: unknown }) => (issue.input === undefined ? withMessage(messages.required) : undefined) };

function createValueShape(field: BriefField, platform: Hosts | undefined): z.ZodMiniType {
  const { kind, min = 0, max = Number.MAX_SAFE_INTEGER, itemMax = URL_MAX_CHARS } = field;
  const options = (field.options ?? []).map(({ value }) => value);
  const list = (item: z.ZodMiniType<string, string>) =>
    z.array(item, missing).check(
      z.minLength(min),
      z.maxLength(field.max ?? ITEMS_MAX),
      z.refine((items) => new Set(items).size === items.length, withMessage(messages.twice)),
    );
  switch (kind) {
    case 'text':
      return z.string(missing).check(z.overwrite(toOneLine), z.trim(), z.minLength(min), z.maxLength(max));
    case 'longText':
      return z.string(missing).check(z.overwrite(toCleanLines), z.trim(), z.minLength(min), z.maxLength(max));
    case 'url':
      return field.name === PROFILE && platform ? onPlatform(createAddressShape(max), platform) : createAddressShape(max);
    case 'texts':
      return list(z.string().check(z.overwrite(toOneLine), z.trim(), z.maxLength(itemMax)));
    case 'urls':
      return list(createAddressShape(itemMax));
    case 'choice':
      return z.enum(options, missing);
    case 'choices':
      return list(z.enum(options));
    case 'number':
      return z.int(missing).check(z.gte(field.min ?? 0), z.lte(max));
    case 'yesNo':
      return field.required ? z.literal(true, withMessage(messages.yes)) : z.boolean();
    case 'file':
      return list(z.uuid(withMessage(fileGone)));
  }
}

const createAddressShape = (max: number) =>
  z
    .string(missing)
    .check(
      z.overwrite(toOneLine),
      z.trim(),
      z.maxLength(Math.min(max, URL_MAX_CHARS)),
      z.refine(isHttpsAddress, withMessage(messages.url)),
    );

function onPlatform(shape: z.ZodMiniType<string, string>, { name, hosts }: Hosts) {
  const isThere = (text: string) => {
    if (!isHttpsAddress(text)) return true;
    const { hostname } = new URL(text);
    return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  };
  return shape.check(z.refine(isThere, createHostMessage(name)));
}

/** One message per platform: custom messages are found by their id. */
const createHostMessage = (name: string): string => withMessage({ ...messages.host, values: { platform: name } });
