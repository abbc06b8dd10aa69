// Loads all transfers of a balance, for the CSV file and the chart.
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Statement } from '#modules/wallet/shapes.ts';
import { call } from '#ui/api/client.ts';

const PAGE_LINES = 200;
const MAX_LINES = 2_000;

export type Movements = {
  readonly lines: Statement['lines'] /** True if there are older ones that were not loaded. */;
  readonly cut: boolean;
};

/** Newest first. */
export async function listAllTransfers(currency: CurrencyNumber, signal?: AbortSignal): Promise<Movements> {
  const lines: Statement['lines'] = [];
  for (;;) {
    const before = lines.at(-1)?.id;
    const filter = { currency, limit: PAGE_LINES, ...(before === undefined ? {} : { before }) };
    const page = await call('GET /api/balance/statement', filter, signal ? { signal } : {});
    lines.push(...page.lines);
    if (!page.more || lines.length >= MAX_LINES) return { lines, cut: page.more };
  }
}
