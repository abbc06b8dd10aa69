// Packages that a bundle does not need, though what it contains imports them: half of Fastify's code, and a tenth of all that a start loads.
import type { Plugin } from 'rolldown';

const fails = "module.exports = () => { throw new Error('This package is not in the bundle: scripts/bundle/absent-packages.ts'); };";

const replacements: Readonly<Record<string, string>> = {
  // They compile JSON schemas. Requests are parsed by the shapes of the API, and makeServer passes functions instead.
  '@fastify/ajv-compiler': fails,
  '@fastify/fast-json-stringify-compiler': fails,
  // Requests of tests, without a network.
  'light-my-request': fails,
  // graphile-worker looks for a file with options, in formats that it does not support any more.
  cosmiconfig: 'export const cosmiconfigSync = () => ({ search: () => null });',
};

const PREFIX = '\0absent:';

/** Plugin of Rolldown. */
export const absentPackages = (): Plugin => ({
  name: 'absent-packages',
  resolveId: (id) => (Object.hasOwn(replacements, id) ? PREFIX + id : undefined),
  load: (id) => (id.startsWith(PREFIX) ? replacements[id.slice(PREFIX.length)] : undefined),
});
