// Routes for editing the owner's texts.
import type { DeskHandlers } from '../serve.ts';
import {
  oldCatalogueText,
  oldPolicy,
  openCatalogueFile,
  openPolicyText,
  previewCatalogue,
  previewPolicyText,
  saveCatalogueAct,
  savePolicyAct,
  type TextMeans,
} from './texts.ts';

type Calls =
  | 'GET /api/catalogue/file'
  | 'GET /api/catalogue/version'
  | 'POST /api/catalogue/preview'
  | 'POST /api/catalogue/save'
  | 'GET /api/policy'
  | 'GET /api/policy/version'
  | 'POST /api/policy/preview'
  | 'POST /api/policy/save';

export const textRoutes = (means: TextMeans): Pick<DeskHandlers, Calls> => ({
  'GET /api/catalogue/file': ({ input }) => openCatalogueFile(means, input.file),
  'GET /api/catalogue/version': ({ input }) => oldCatalogueText(means, input),
  'POST /api/catalogue/preview': ({ input }) => previewCatalogue(means, input),
  'POST /api/catalogue/save': ({ input, seat }) => saveCatalogueAct(means, seat, input),
  'GET /api/policy': ({ input }) => openPolicyText(means, input.name),
  'GET /api/policy/version': ({ input }) => oldPolicy(means, input),
  'POST /api/policy/preview': ({ input }) => previewPolicyText(means, input),
  'POST /api/policy/save': ({ input, seat }) => savePolicyAct(means, seat, input),
});
