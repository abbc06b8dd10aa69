// What the model is trained from. `npm run fanfare -- gate-train` writes the hash of these files beside the
// model, so that a check notices a change without training, which takes half a minute.
import { join } from 'node:path';
import { hashInputs } from '#platform/hash-inputs.ts';
import { root } from '#platform/paths.ts';

export const modelInputs: readonly string[] = [
  'shop/policy-gate.yaml',
  'plugins/policy-gate/corpus/corpus.ts',
  'plugins/policy-gate/corpus/{training,development}/*',
  'plugins/policy-gate/{fold,kinds,vocabulary}.ts',
  'plugins/policy-gate/{model,phrasings}/*.ts',
];

export const inputHashPath = join(root, 'plugins/policy-gate/model/gate-model.inputs');

export const hashModelInputs = (): Promise<string> => hashInputs(root, modelInputs);
