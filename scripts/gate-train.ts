// `npm run fanfare -- gate-train`: trains the policy gate's model on the corpus and the owner's rule file in
// about half a minute. Deterministic.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelPath } from '#modules/catalogue/policy/model/file.ts';
import { hashModelInputs, inputHashPath } from '#modules/catalogue/policy/model/inputs.ts';
import { makeModel } from '#modules/catalogue/policy/model/make.ts';
import { readPolicy } from '#modules/catalogue/policy/source.ts';

const { entries } = await readPolicy(join(import.meta.dirname, '../shop'));
const bytes = await makeModel(entries);
writeFileSync(modelPath, bytes);
writeFileSync(inputHashPath, `${await hashModelInputs()}\n`);
console.log(`${modelPath}: ${bytes.length} bytes. Now npm run fanfare -- gate-measure.`);
