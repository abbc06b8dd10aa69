// The seed of property tests: random in each run, fixed in CI (CASES_SEED).
import fc from 'fast-check';

const seed = Number(process.env.CASES_SEED ?? '');
if (process.env.CASES_SEED && Number.isInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
