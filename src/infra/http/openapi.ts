// OpenAPI 3.1, written from the same shapes that guard the door.
import * as z from 'zod/mini';
import { api, type CallRow } from '../../api.ts';

type Json = Record<string, unknown>;

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  requestId: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});

const refusals: readonly (readonly [string, string, (row: CallRow) => boolean])[] = [
  ['400', 'The input or the state refuses; `errors` maps each field to its messages, the key "" holds a general one.', () => true],
  ['401', 'No token, or one that is expired or revoked.', ({ who }) => who === 'token'],
  ['403', 'A valid token that may not.', ({ who }) => who === 'token'],
  ['404', 'No such thing, or not yours.', () => true],
  ['413', 'The body is too large.', ({ input }) => input !== undefined],
  ['415', 'The body is not JSON.', ({ input, body }) => input !== undefined && body === undefined],
  ['415', 'The body is not application/octet-stream.', ({ body }) => body !== undefined],
  ['429', 'Too many requests; see Retry-After.', () => true],
  ['500', 'A fault of ours; quote the request id.', () => true],
];

const schemaOf = (shape: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json;
  return schema;
};

export function describeApi(shopUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, row] of Object.entries(api) as [string, CallRow][]) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, path, row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fanfare storefront',
      version: '1.0.0',
      description:
        'The calls of the storefront. Money is a whole number of minor units beside a currency number; times are ISO 8601 in UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: shopUrl }],
    tags: [...new Set(Object.keys(paths).map(tagOf))].map((name) => ({ name, description: `Calls under ${name}.` })),
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

const tagOf = (path: string): string => path.split('/')[2]?.toLowerCase() ?? 'api';

function operation(method: string, path: string, row: CallRow): Json {
  const answered = row.output
    ? { 200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(row.output, 'output') } } } }
    : row.answer
      ? { 200: answers[row.answer] }
      : { 204: { description: 'Done.' } };
  const refused = refusals
    .filter(([, , applies]) => applies(row))
    .map(([status, description]) => [
      status,
      { description, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    ]);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\/api|\W+(\w)/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')}`,
    tags: [tagOf(path)],
    summary: row.about.split('.')[0],
    description: row.about,
    security: row.who === 'token' ? [{ token: [] }] : [],
    ...(row.input ? sentAs(method === 'POST' && !row.body, row.input) : {}),
    ...(row.body ? { requestBody: { required: true, content: bytes } } : {}),
    responses: { ...answered, ...Object.fromEntries(refused) },
  };
}

const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

const answers = {
  bytes: { description: 'The file, to be saved.', content: bytes },
  stream: { description: 'Events, for as long as the token is good.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
};

function sentAs(asJson: boolean, input: z.ZodMiniType): Json {
  const schema = schemaOf(input, 'input');
  if (asJson) return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  const required = new Set((schema.required as string[] | undefined) ?? []);
  const properties = (schema.properties as Json | undefined) ?? {};
  return {
    parameters: Object.entries(properties).map(([name, each]) => ({ name, in: 'query', required: required.has(name), schema: each })),
  };
}
