// Which cases a property tries. They are others with every run, so that somebody finds what nobody thought of; CI names a seed (CASES_SEED), so that a change is
// judged by what it changes.
import fc from 'fast-check';

const seed = Number(process.env.CASES_SEED ?? '');
if (process.env.CASES_SEED && Number.isInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
