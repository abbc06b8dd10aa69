// `npm run fanfare -- gate-train`: trains the policy gate's model on the corpus and the owner's rule file in
// about half a minute. Deterministic.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelPath } from '../plugins/policy-gate/model/file.ts';
import { makeModel } from '../plugins/policy-gate/model/make.ts';
import { readRules } from '../plugins/policy-gate/read-gate.ts';
import { hashModelInputs, inputHashPath } from '../tests/support/repository-copy.ts';

const { entries } = await readRules(join(import.meta.dirname, '../shop'));
const bytes = await makeModel(entries);
writeFileSync(modelPath, bytes);
writeFileSync(inputHashPath, `${await hashModelInputs()}\n`);
console.log(`${modelPath}: ${bytes.length} bytes. Now npm run fanfare -- gate-measure.`);
