// Mutants that no test can notice, because the code does the same, and those that are not worth a test. Each has its reason. npm run mutants reports rows that are no
// longer needed.

export type EqualMutant = {
  readonly file: string;
  /** Part of the line on which the change begins. */
  readonly line: string;
  /** What is changed, and into what; each change of the line if absent. */
  readonly from?: string;
  readonly to?: string;
  readonly why: string;
};

const files = {
  money: 'src/lib/money/money.ts',
  currencies: 'src/lib/money/currencies.ts',
  price: 'src/lib/money/price.ts',
  guard: 'src/infra/internal-pages/guard.ts',
  fairQueue: 'src/infra/limits/fair-queue.ts',
  limits: 'src/infra/limits/limits.ts',
  loginGuard: 'src/modules/accounts/login/guard.ts',
  refunds: 'src/modules/orders/refunds/rules.ts',
};
const holes = 'a hole of a table by number: no currency has it';
const cache = 'a cache: the same value is made again';
const unread = 'a default that is compared with nothing it could equal';

export const equalMutants: readonly EqualMutant[] = [
  { file: 'src/infra/identity/log-in-queue.ts', line: 'const AT_ONCE', why: 'a capacity, which depends on the machine' },
  { file: 'src/infra/identity/log-in-queue.ts', line: 'const WAITING', why: 'a capacity, which depends on the machine' },
  { file: 'src/infra/identity/log-in-queue.ts', line: 'const queue = fairQueue', why: 'a capacity, and a time to wait that is said only' },
  {
    file: 'src/infra/identity/log-in-queue.ts',
    line: 'await pace(key',
    why: 'when a refusal is delayed is tested with the pacer, whose clock is an argument',
  },
  { file: 'src/infra/identity/log-in-queue.ts', line: 'let second = -1', why: 'the first second is another one anyway' },
  { file: 'src/infra/identity/log-in-queue.ts', line: 'Math.floor(nowMs / 1_000)', why: 'a second that is a thousandth shorter' },
  { file: 'src/modules/accounts/login/access-token.ts', line: 'MAX_CACHED_TOKENS = ', why: 'the size of a cache' },
  { file: 'src/modules/accounts/login/access-token.ts', line: 'unknownKey()', why: 'without a key the library refuses the token too' },
  {
    file: 'src/modules/accounts/login/access-token.ts',
    line: "const { sub = ''",
    why: 'required of the token, so the default is never used',
  },
  { file: 'src/modules/accounts/login/access-token.ts', line: 'if (cached)', why: cache },
  { file: 'src/modules/accounts/login/access-token.ts', line: 'if (!found)', why: cache },
  { file: 'src/modules/accounts/login/access-token.ts', line: 'cache.set(', why: cache },
  { file: 'src/modules/accounts/login/access-token.ts', line: 'cache.size >', why: cache },
  {
    file: 'src/modules/accounts/login/access-token.ts',
    line: "throw new Error('unknown signing key')",
    why: 'without a key the library refuses the token too',
  },
  { file: 'src/infra/identity/devices.ts', line: 'const DAY_MS', why: 'a day that is a millisecond longer' },
  { file: 'src/infra/identity/devices.ts', line: "shape.exec(cookie ?? '')", why: unread },
  { file: 'src/modules/accounts/rules.ts', line: "(userAgent ?? '')", why: unread },
  { file: 'src/modules/accounts/rules.ts', line: '.slice(0, 500)', from: '0', to: '1', why: 'browsers are named after the first letter' },
  { file: 'src/modules/accounts/rules.ts', line: 'for (let end = 1;', from: '1', to: '2', why: 'the words have three letters at least' },
  { file: 'src/modules/accounts/rules.ts', line: 'const lettersOf', why: 'both sides are written in the same case' },
  { file: 'src/modules/coupons/rules.ts', line: 'found.worth?.minimum ?? 0', why: 'no amount of lines is below zero or undefined' },
  { file: 'src/modules/wallet/rules.ts', line: 'price > 0 ?', why: 'a deposit without a price has no part that is refunded' },
  { file: 'src/modules/invoicing/rules.ts', line: 'partsOf({ online:', why: 'an amount below zero is left out as zero is' },
  {
    file: 'src/modules/invoicing/vat-id.ts',
    line: 'const prefixes',
    why: "the library's other codes have more than two letters, and a prefix has two",
  },
  { file: files.money, line: 'const contract:', from: "''", why: holes },
  { file: files.money, line: 'const exceptions =', from: "''", why: holes },
  { file: files.money, line: 'const signs =', from: "''", why: holes },
  { file: files.money, line: 'Number.isInteger(value) ?', why: 'a number that is not whole has a code whose number is another one' },
  {
    file: files.money,
    line: 'return /^[A-Z]{3}$/.test(code)',
    why: 'the code of a number has three characters at least, and another number than its own if it has more',
  },
  { file: files.money, line: 'if (!format)', from: '!format', to: 'true', why: cache },
  { file: files.money, line: 'formats.set(key, format)', why: cache },
  { file: files.money, line: "digits: 'always' | ", from: "'always'", why: 'only ifAny is compared' },
  { file: files.currencies, line: 'format.formatToParts(1)', why: 'each currency has a name' },
  {
    file: files.price,
    line: 'units.tiers ?',
    from: 'units.tiers',
    to: 'true',
    why: 'without tiers, unitsByPrice is one part of the same price',
  },
  { file: files.price, line: 'b.rest - a.rest', why: 'sorting is stable, so the index decides nothing more' },
  {
    file: files.price,
    line: 'rest: Number(part',
    from: 'weights[index] ?? 0',
    why: 'the weight decides only between equal remainders, and all weights are found',
  },
  { file: files.guard, line: 'isLoopback(socket.remoteAddress', why: unread },
  { file: files.guard, line: '/^Bearer +(', why: unread },
  { file: files.fairQueue, line: 'served.get(key) ?? 1', why: 'the key is there, because its work has just ended' },
  { file: files.limits, line: 'increment(', why: 'a counter for the metrics' },
  { file: files.limits, line: 'key.slice(0, KEY_CHARS_SHOWN)', from: '0', why: 'how much of a hash the log shows' },
  { file: files.limits, line: 'KEY_CHARS_SHOWN = 12', why: 'how much of a hash the log shows' },
  {
    file: files.limits,
    line: 'if (!config.rateLimits) return;',
    from: '!config.rateLimits',
    to: 'false',
    why: 'without limits nothing is blocked',
  },
  {
    file: files.limits,
    line: '(ends.get(key) ?? now) - now',
    from: 'ends.get(key) ?? now',
    to: '(ends.get(key))',
    why: 'undefined is not above zero either',
  },
  { file: files.limits, line: 'if (waitMs > 0', from: '0', to: '1', why: 'a wait of a millisecond' },
  {
    file: files.limits,
    line: 'Math.max(1, Math.ceil(waitMs / 1_000))',
    why: 'a wait is above zero, and a thousandth more decides nothing',
  },
  { file: files.limits, line: 'Number(wait.rows[0]?.seconds ?? 1)', why: 'the least wait in milliseconds is rounded to a second later' },
  { file: files.limits, line: "const [plain = '']", from: "''", why: unread },
  { file: files.limits, line: 'words.slice(0, 5)', from: '5', to: '4', why: 'the sixth word is compared beside it' },
  { file: files.limits, line: "const [head = '', tail", from: "''", why: unread },
  {
    file: files.limits,
    line: '8 - first.length - last.length',
    from: '-',
    to: '+',
    why: 'an address with a tail of several words is written with its zeros by URL',
  },
  { file: files.loginGuard, line: "authorization = ''", from: "''", why: unread },
  {
    file: files.refunds,
    line: 'if (value === 0)',
    from: '0',
    to: '1',
    why: 'a value is whole, and of an order of value 1 all or nothing is delivered',
  },
];
