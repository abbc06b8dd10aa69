// What npm run mutants changes, and with which tests. A file is tried with the tests that import it and need no database.

export type MutantGroup = {
  readonly files: readonly string[];
  /** Of all mutants that are not equal to the code, in percent. */
  readonly leastKilled: number;
};

const LEAST_KILLED = 85;
const rulesOf = (...modules: readonly string[]): string[] => modules.map((name) => `src/modules/${name}/**/rules*.ts`);
const group = (...files: readonly string[]): MutantGroup => ({ files, leastKilled: LEAST_KILLED });

export const groups: Readonly<Record<string, MutantGroup>> = {
  money: group('src/lib/money/*.ts', 'src/modules/payments/stripe/amounts.ts'),
  orders: group(...rulesOf('orders', 'withdrawals'), 'src/modules/orders/statuses.ts'),
  payments: group(...rulesOf('payments', 'wallet', 'subscriptions')),
  coupons: group(...rulesOf('coupons')),
  tax: group(...rulesOf('invoicing'), 'src/modules/invoicing/vat-id.ts'),
  catalogue: group(...rulesOf('catalogue', 'texts', 'files')),
  sessions: group(
    ...rulesOf('accounts'),
    'src/modules/accounts/login/{access-token,refresh-token}.ts',
    'src/infra/identity/{codes,devices,hmac,log-in-queue}.ts',
  ),
  permissions: group('src/modules/desk/{rules,staff/shapes-roles}.ts'),
  // Sentences and figures for operators.
  desk: group('src/modules/desk/*/**/rules*.ts'),
  guards: group(
    'src/infra/http/{origin,path-cookie,cookies,idempotency,headers}.ts',
    'src/infra/internal-pages/guard.ts',
    'src/infra/limits/{limits,fair-queue,hourly-limits}.ts',
    'src/infra/outgoing/public-address.ts',
    'src/modules/accounts/login/guard.ts',
  ),
  work: group(...rulesOf('fulfilment', 'support', 'mail'), 'src/modules/support/statuses.ts'),
};
