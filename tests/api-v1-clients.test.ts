// Two generators make clients from the document of API v1, which compile and work. The generators are
// installed at their first use, by scripts/tools/api-clients.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { getToolFile } from '../scripts/tools/fetch-tool.ts';
import { createApiKey } from './support/keys.ts';
import { expect, test } from './support/shop.ts';
import { orderedPiece } from './support/work.ts';

const execute = promisify(execFile);

const program = `
import createClient from 'openapi-fetch';
import { client } from './made/client.gen.ts';
import { getV1Orders, getV1OrdersId, postV1Quote } from './made/index.ts';
import type { paths } from './types.ts';

const [baseUrl = '', key = ''] = process.argv.slice(2);
const first = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
const { data: listed } = await first.GET('/api/v1/orders', { params: { query: { limit: 2 } } });
const id = listed?.data[0]?.id ?? '';
const { data: read } = await first.GET('/api/v1/orders/{id}', { params: { path: { id } } });
client.setConfig({ baseUrl, auth: () => key });
const { data: again } = await getV1Orders({ query: { limit: 2 } });
const { data: same } = await getV1OrdersId({ path: { id } });
const { error } = await postV1Quote({ body: { currency: 0, orderFormData: [] } });
console.log(JSON.stringify([id, read?.number, again?.data.length, same?.pieces.length, error?.status]));
`;

const generator = "export default { input: 'openapi.json', output: { path: 'made', module: { extension: '.ts' } } };";

const settings = {
  compilerOptions: {
    ...{
      strict: true,
      noEmit: true,
      target: 'es2024',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2024', 'dom', 'dom.iterable'],
    },
    ...{ allowImportingTsExtensions: true, types: ['node'], typeRoots: [join(import.meta.dirname, '../node_modules/@types')] },
  },
  include: ['program.ts'],
};

test('generated clients of API v1 compile and read orders', async ({ shop }) => {
  const packages = dirname(getToolFile('api-clients', 'x'));
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-clients-'));
  // The shop is in this process, and answers meanwhile.
  const run = async (file: string, ...args: string[]) =>
    (await execute(process.execPath, [file, ...args], { cwd: folder, encoding: 'utf8' })).stdout;
  try {
    symlinkSync(packages, join(folder, 'node_modules'));
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write('openapi.json', await (await fetch(`${shop.urls.storefront}/api/v1/openapi.json`)).text());
    write('package.json', '{ "type": "module" }');
    write('tsconfig.json', JSON.stringify(settings));
    write('program.ts', program);
    await run(join(packages, 'openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'types.ts');
    write('openapi-ts.config.mjs', generator);
    await run(join(packages, '@hey-api/openapi-ts/bin/run.js'), '-f', 'openapi-ts.config.mjs');
    await run(join(packages, 'typescript/bin/tsc'), '-p', '.');
    const { who, orderId } = await orderedPiece(shop);
    const { key } = await createApiKey(shop, who);
    const said = await run('program.ts', shop.urls.storefront, key);
    expect(JSON.parse(said)).toEqual([orderId, expect.stringMatching(/^F-/), 1, 1, 400]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
