// What the model is trained from. `npm run fanfare -- gate-train` writes the hash of these files beside the
// model, so that a check notices a change without training, which takes half a minute.
import { join } from 'node:path';
import { hashInputs } from '#platform/hash-inputs.ts';
import { root } from '#platform/paths.ts';

export const modelInputs: readonly string[] = [
  'shop/policy-gate.yaml',
  'src/modules/catalogue/policy/corpus/corpus.ts',
  'src/modules/catalogue/policy/corpus/{training,development}/*',
  'src/modules/catalogue/policy/{fold,kinds,vocabulary}.ts',
  'src/modules/catalogue/policy/{model,phrasings}/*.ts',
];

export const inputHashPath = join(root, 'src/modules/catalogue/policy/model/gate-model.inputs');

export const hashModelInputs = (): Promise<string> => hashInputs(root, modelInputs);
