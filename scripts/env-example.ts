// npm run env:example: writes .env.example from docs/configuration.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envExample } from '../tests/support/env-example.ts';

const root = join(import.meta.dirname, '..');
writeFileSync(join(root, '.env.example'), envExample(readFileSync(join(root, 'docs/configuration.md'), 'utf8')));
