// Tests without a database and a browser: the project `pure` of vitest.config.ts, and what npm run fanfare --
// mutants tries.
export const pureTests = [
  'src/lib/**/*.test.ts',
  'src/platform/**/*.test.ts',
  'src/site/**/*.test.ts',
  'src/*.test.ts',
  'src/modules/**/rules*.test.ts',
  'src/modules/texts/source/*.test.ts',
  'src/modules/{orders,support}/statuses.test.ts',
  'src/modules/accounts/login/{guard,access-token}.test.ts',
  'src/modules/payments/stripe/amounts.test.ts',
  'src/modules/catalogue/policy/*.test.ts',
  'src/modules/**/shapes*.test.ts',
  'tests/architecture*.test.ts',
  'tests/check-node.test.ts',
  'tests/alerts.test.ts',
  'tests/docs.test.ts',
  'tests/terms.test.ts',
  'tests/texts.test.ts',
  'tests/fuzz/*.test.ts',
  'tests/http.test.ts',
  'tests/pictures/fingerprint.test.ts',
];
