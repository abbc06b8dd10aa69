// Generates OpenAPI 3.1 from the shapes that validate requests.
import * as z from 'zod/mini';
import type { CallRow } from '#lib/calls.ts';
import type { ApiCallRow } from '#modules/api-v1/shapes-calls.ts';
import { api, apiV1 } from '../../api.ts';
import {
  answerExamples,
  apiExamples,
  currencySchema,
  examples,
  namedNumbers,
  namedSchemas,
  onceCalls,
  tokenCalls,
} from '../../api-docs.ts';

type Json = Record<string, unknown>;
type NamedNumbers = Readonly<Record<string, number>>;

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  requestId: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});

/** A call of the storefront, or of API v1, which has a scope. */
type DescribedRow = Omit<CallRow, 'who'> & Partial<Pick<CallRow, 'who'>> & Partial<Pick<ApiCallRow, 'scope' | 'once'>>;
type DescribedTable = Readonly<Record<string, DescribedRow>>;

const isClosed = ({ who, scope }: DescribedRow): boolean => who === 'token' || scope !== undefined;

type Applies = (row: DescribedRow, name: string) => boolean;
const sendsJson: Applies = ({ input, body }, name) => name.startsWith('POST ') && input !== undefined && body === undefined;

const errorResponses: readonly (readonly [string, string, Applies])[] = [
  ['400', 'The input or the state refuses; `errors` maps each field to its messages, the key "" holds a general one.', () => true],
  ['401', 'No token or key, or one that is expired or revoked.', (row, name) => isClosed(row) || tokenCalls.includes(name)],
  ['403', 'A valid token or key that may not.', isClosed],
  ['404', 'No such thing, or not yours.', () => true],
  ['413', 'The body is too large.', ({ body }, name) => body !== undefined || name.startsWith('POST ')],
  ['415', 'The body is not JSON.', sendsJson],
  ['415', 'The body is not application/octet-stream.', ({ body }) => body !== undefined],
  ['429', 'Too many requests; see Retry-After.', () => true],
  ['500', 'An error of ours; quote the request id.', () => true],
  ['503', 'Overloaded, or without its database for a moment; try again after Retry-After.', () => true],
];
const withRetry: readonly string[] = ['429', '503'];

const names = z.registry<{ id: string }>();
for (const [id, shape] of Object.entries(namedSchemas)) names.add(shape, { id });

/** Schemas by name. Input that is looser than the output has a schema of its own. */
function listSchemas(components: Record<string, Json>, currencies: NamedNumbers) {
  const named: Readonly<Record<string, NamedNumbers>> = { ...namedNumbers, Currency: currencies };
  const tidySchema = (schema: Json, getName: (id: string) => string): Json => tidyReferences(schema, getName, named);
  const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
    if (zodSchema === (currencySchema as unknown)) Object.assign(jsonSchema, { type: 'number', enum: Object.values(currencies) });
  };
  return function toSchema(shape: z.ZodMiniType, io: 'input' | 'output'): Json {
    const made = z.toJSONSchema(shape, { io, target: 'draft-2020-12', unrepresentable: 'any', metadata: names, override }) as Json;
    const { $schema: _, $defs = {}, ...schema } = made;
    const found = Object.entries($defs as Record<string, Json>);
    const nameById = new Map(found.map(([id, def]) => [id, isOther(components[id], tidySchema(def, keepName)) ? `${id}Sent` : id]));
    const getName = (id: string): string => nameById.get(id) ?? id;
    for (const [id, def] of found) components[getName(id)] = tidySchema(def, getName);
    const id = typeof schema.id === 'string' ? schema.id : undefined;
    if (id === undefined) return tidySchema(schema, getName);
    const own = tidySchema(schema, getName);
    const name = isOther(components[id], own) ? `${id}Sent` : id;
    components[name] = own;
    return { $ref: `#/components/schemas/${name}` };
  };
}

const keepName = (id: string): string => id;
const isOther = (known: Json | undefined, schema: Json): boolean => known !== undefined && JSON.stringify(known) !== JSON.stringify(schema);

/**
 * Points references to the document's components, names numeric enums, and removes limits that exist only for
 * JavaScript.
 */
function tidyReferences(schema: Json, getName: (id: string) => string, named: Readonly<Record<string, NamedNumbers>>): Json {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { id: _, ...entries } = value as Json & { id?: unknown };
    const withoutId = typeof (value as Json).id === 'string' ? entries : (value as Json);
    const kept = Object.fromEntries(
      Object.entries(withoutId)
        .filter(([name, each]) => !((name === 'minimum' || name === 'maximum') && Math.abs(Number(each)) === Number.MAX_SAFE_INTEGER))
        .map(([name, each]) => [name, name === '$ref' ? toRef(String(each), getName) : walk(each)]),
    );
    return { ...kept, ...listValueNames(kept.enum, named) };
  };
  return walk(schema) as Json;
}

const toRef = (ref: string, getName: (id: string) => string): string =>
  ref.startsWith('#/$defs/') ? `#/components/schemas/${getName(ref.slice('#/$defs/'.length))}` : ref;

function listValueNames(values: unknown, named: Readonly<Record<string, NamedNumbers>>): Json {
  if (!Array.isArray(values)) return {};
  for (const [title, numbers] of Object.entries(named)) {
    const byNumber = new Map<unknown, string>(Object.entries(numbers).map(([name, number]) => [number, name]));
    if (byNumber.size === values.length && values.every((value) => byNumber.has(value)))
      return { title, 'x-enum-varnames': values.map((value) => byNumber.get(value)) };
  }
  return {};
}

const tables = {
  storefront: { table: api as DescribedTable, title: 'Fanfare storefront', about: 'The calls of the storefront.' },
  v1: { table: apiV1 as DescribedTable, title: 'Fanfare API', about: 'API v1, for programs with a key of the shop or of a client.' },
  all: {
    table: { ...apiV1, ...api } as DescribedTable,
    title: 'Fanfare',
    about: 'API v1, for programs with a key, and the calls of the storefront.',
  },
};

/** `currencies`: those of the shop by their codes. */
export function describeApi(shopUrl: string, currencies: NamedNumbers, which: keyof typeof tables = 'storefront'): Json {
  const { table, title, about } = tables[which];
  const schemas: Record<string, Json> = {};
  const toSchema = listSchemas(schemas, currencies);
  schemas.Problem = { ...toSchema(problem, 'output'), examples: [problemExample] };
  const paths: Record<string, Json> = {};
  for (const [name, row] of Object.entries(table)) {
    const [method = '', path = ''] = name.replaceAll(/:(\w+)/g, '{$1}').split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(name, row, toSchema) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description: `${about} Money is a whole number of minor units beside a currency number; times are ISO 8601 in UTC.`,
      contact: { name: 'Support', url: `${shopUrl}/contact` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: shopUrl }],
    tags: [...new Set(Object.keys(paths).map(getTag))].map((name) => ({ name, description: `Calls under ${name}.` })),
    paths,
    components: { schemas, headers, parameters, securitySchemes },
  };
}

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'The access token of a log-in.' },
  key: { type: 'http', scheme: 'bearer', description: 'An API key: fk_live_…, or fk_test_… outside production.' },
};

const problemExample = {
  type: 'about:blank',
  title: 'Please look at what is marked',
  status: 400,
  requestId: '01998f3a-7c1e-7000-8d5b-3f6f0a2b9c11',
  errors: { price: ['The price is €99.00 now.'] },
};

const headers = {
  RequestId: { description: 'The name of this request in our log.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds after which it can be tried again.', schema: { type: 'integer', minimum: 1 } },
};
const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

const parameters = {
  Language: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    schema: { type: 'string', examples: ['en', 'es', 'ja'] },
    description: 'The language of messages: en, es or ja. The cookie `locale` (en, es, jp) comes before it.',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    description:
      'The same key from the same account with the same body gives the first 200 again for 24 hours. An error is not kept; the same key with another body, after a 200, is 400.',
  },
  Version: {
    name: 'Fanfare-Version',
    in: 'header',
    required: false,
    schema: { type: 'string', format: 'date' },
    description: 'The day whose behaviour is wanted; without it, that of the key.',
  },
};
const createRef = (name: keyof typeof parameters): Json => ({ $ref: `#/components/parameters/${name}` });

/** "orders", and "v1-orders" for API v1. */
function getTag(path: string): string {
  const [, , area = 'api', part = ''] = path.toLowerCase().split('/');
  return area === 'v1' ? `v1-${part}` : area;
}

type ToSchema = ReturnType<typeof listSchemas>;

function describeOperation(name: string, row: DescribedRow, toSchema: ToSchema): Json {
  const [method = '', path = ''] = name.split(' ');
  const sent = row.input ? describeRequest(name, row, toSchema(row.input, 'input')) : { parameters: [] };
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\/api|\W+(\w)/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')}`,
    tags: [getTag(path)],
    summary: row.about.split('.')[0],
    description: row.scope === undefined ? row.about : `${row.about} Scope: ${[row.scope].flat().join(' or ')}.`,
    security: row.scope !== undefined ? [{ key: [] }] : row.who === 'token' ? [{ token: [] }] : [],
    ...sent,
    parameters: [
      ...sent.parameters,
      ...(row.once || onceCalls.includes(name) ? [createRef('IdempotencyKey')] : []),
      ...(row.scope === undefined ? [] : [createRef('Version')]),
      createRef('Language'),
    ],
    ...(row.body ? { requestBody: { required: true, content: bytes } } : {}),
    responses: { ...describeResponses(name, row, toSchema), ...describeErrors(name, row) },
  };
}

function describeResponses(name: string, row: DescribedRow, toSchema: ToSchema): Json {
  if (row.output) {
    const json = { schema: toSchema(row.output, 'output'), ...withExample(answerExamples[name] ?? apiExamples[name]?.answer) };
    return { 200: { description: 'Done.', headers: requestId, content: { 'application/json': json } } };
  }
  return row.answer ? { 200: { ...answers[row.answer], headers: requestId } } : { 204: { description: 'Done.', headers: requestId } };
}

const describeErrors = (name: string, row: DescribedRow): Json =>
  Object.fromEntries(
    errorResponses
      .filter(([, , applies]) => applies(row, name))
      .map(([status, description]) => [
        status,
        {
          description,
          headers: withRetry.includes(status) ? { ...requestId, ...retryAfter } : requestId,
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ]),
  );

const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

const answers = {
  bytes: { description: 'The file, to be saved.', content: bytes },
  stream: { description: 'Events, for as long as the token is good.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
};

const withExample = (example: unknown): Json => (example === undefined ? {} : { example });

type RequestSchema = { readonly parameters: readonly Json[]; readonly requestBody?: Json };

function describeRequest(name: string, row: DescribedRow, schema: Json): RequestSchema {
  const inPath = [...name.matchAll(/:(\w+)/g)].map(([, each = '']) => each);
  const properties = (schema.properties as Json | undefined) ?? {};
  const required = ((schema.required as string[] | undefined) ?? []).filter((each) => !inPath.includes(each));
  const place = (each: string) =>
    inPath.includes(each) ? { in: 'path', required: true } : { in: 'query', required: required.includes(each) };
  const listParameters = (names: readonly string[]) => names.map((each) => ({ name: each, ...place(each), schema: properties[each] }));
  if (!name.startsWith('POST ') || row.body) return { parameters: listParameters(Object.keys(properties)) };
  const { id: _, ...others } = properties;
  const body = inPath.length === 0 ? schema : { ...schema, properties: others, required };
  const content = { 'application/json': { schema: body, ...withExample(examples[name] ?? apiExamples[name]?.body) } };
  return { parameters: listParameters(inPath), requestBody: { required: inPath.length === 0 || required.length > 0, content } };
}
