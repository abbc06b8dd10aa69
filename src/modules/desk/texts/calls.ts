// Calls that edit the catalogue and the policies.

import {
  catalogueDraftShape,
  catalogueFileRequestShape,
  catalogueFileShape,
  catalogueVersionRequestShape,
} from '../../catalogue/shapes-desk.ts';
import {
  oldPolicyShape,
  policyDraftShape,
  policyPreviewShape,
  policyRequestShape,
  policyVersionRequestShape,
  policyWholeShape,
} from '../../texts/shapes-desk.ts';
import type { DeskCallTable } from '../shapes-calls.ts';
import { cataloguePreviewShape, oldTextShape, saveCatalogueShape, savedTextShape, savePolicyShape } from './shapes.ts';

/** The longest text, at three bytes per character. */
const TEXT_BYTES = 1024 * 1024;

export const textCalls = {
  'GET /api/catalogue/file': {
    may: 'catalogue.see',
    about: 'A file of the catalogue as it counts now, with its versions.',
    input: catalogueFileRequestShape,
    output: catalogueFileShape,
  },
  'GET /api/catalogue/version': {
    may: 'catalogue.see',
    about: 'The text of one of its versions.',
    input: catalogueVersionRequestShape,
    output: oldTextShape,
  },
  'POST /api/catalogue/preview': {
    may: 'catalogue.edit',
    about: 'What a draft would change, and the service as visitors would see it; nothing is saved.',
    input: catalogueDraftShape,
    output: cataloguePreviewShape,
    bodyBytes: TEXT_BYTES,
  },
  'POST /api/catalogue/save': {
    may: 'catalogue.edit',
    about: 'Makes a draft the version that counts, unless somebody else has saved meanwhile: then theirs comes back.',
    input: saveCatalogueShape,
    output: savedTextShape,
    bodyBytes: TEXT_BYTES,
  },
  'GET /api/policy': {
    may: 'catalogue.see',
    about: 'A policy as it counts now, in all languages, with its versions.',
    input: policyRequestShape,
    output: policyWholeShape,
  },
  'GET /api/policy/version': {
    may: 'catalogue.see',
    about: 'A policy as it once was.',
    input: policyVersionRequestShape,
    output: oldPolicyShape,
  },
  'POST /api/policy/preview': {
    may: 'policies.edit',
    about: 'A draft of a policy as its readers would see it; nothing is saved.',
    input: policyDraftShape,
    output: policyPreviewShape,
    bodyBytes: TEXT_BYTES,
  },
  'POST /api/policy/save': {
    may: 'policies.edit',
    about: 'Makes a draft the next version, unless somebody else has saved meanwhile: then theirs comes back.',
    input: savePolicyShape,
    output: savedTextShape,
    bodyBytes: TEXT_BYTES,
  },
} as const satisfies DeskCallTable;
