// The load of the benchmarks: autocannon, which is installed with the first benchmark. These are the parts of
// its types that are used.
import { loadTool } from '../scripts/tools/fetch-tool.ts';

type Client = {
  setBody(body: string): void;
  setHeaders(headers: Readonly<Record<string, string>>): void;
  on(event: 'body', listener: (body: Buffer) => void): void;
};
type LoadOptions = {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly overallRate?: number;
  readonly setupClient?: (client: Client) => void;
};
type LoadResult = {
  readonly requests: { readonly average: number; readonly total: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly non2xx: number;
  readonly errors: number;
};

const { default: autocannon } = await loadTool<{ default: (options: LoadOptions) => Promise<LoadResult> }>(
  'autocannon',
  'autocannon/autocannon.js',
);

/** Every answer must be a success. */
export async function sendLoad(options: LoadOptions): Promise<LoadResult> {
  const result = await autocannon(options);
  if (result.non2xx + result.errors > 0) throw new Error(`${options.url}: ${result.non2xx} were refused, ${result.errors} failed`);
  return result;
}
