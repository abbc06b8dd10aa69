// Which exports of Node's own modules a bundle reads. `import { createServer } from 'node:http'` reads every export, and some are computed when they are read:
// WebSocket of http loads the client behind fetch, which is 15 MB of memory and a twentieth of a start.
import type { Plugin } from 'rolldown';

const MODULES = ['http', 'tls'] as const;
const MODULE = new RegExp(`^(?:node:)?(${MODULES.join('|')})$`);
const PREFIX = '\0builtin:';

/** Plugin of Rolldown: an import of these modules has all exports besides the computed ones. */
export const builtinModules = (): Plugin => ({
  name: 'builtin-modules',
  resolveId: {
    filter: { id: MODULE },
    handler(id, _, { kind }) {
      // `require` reads only what is used of its result.
      return kind === 'import-statement' ? PREFIX + MODULE.exec(id)?.[1] : undefined;
    },
  },
  load: {
    filter: { id: new RegExp(`^${PREFIX}`) },
    handler(id) {
      const name = id.slice(PREFIX.length);
      return `const module = process.getBuiltinModule('node:${name}');\nexport default module;\nexport const { ${plainExports(name).join(', ')} } = module;`;
    },
  },
});

function plainExports(name: string): readonly string[] {
  const properties = Object.getOwnPropertyDescriptors(process.getBuiltinModule(`node:${name}`) as object);
  return Object.entries(properties).flatMap(([key, { value, enumerable }]) => (value !== undefined && enumerable ? [key] : []));
}
