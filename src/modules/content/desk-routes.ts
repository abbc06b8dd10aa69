// Routes for editing the owner's texts.
import type { DeskHandlers } from '#modules/staff/actions.ts';
import {
  oldBrand,
  oldCatalogueText,
  oldContent,
  oldPolicy,
  openCatalogueFile,
  openPolicyText,
  policiesAtDesk,
  previewBrandText,
  previewCatalogue,
  previewContentText,
  previewPolicyText,
  readBrandText,
  readContentText,
  saveBrandText,
  saveCatalogueText,
  saveContentText,
  savePolicyText,
  type TextDeps,
} from './actions.ts';
import { mailList, oldMail, previewMailText, readMailText, saveMailText, sendTestMail } from './mails.ts';

type Calls =
  | 'GET /api/brand'
  | 'GET /api/brand/version'
  | 'POST /api/brand/preview'
  | 'POST /api/brand/save'
  | 'GET /api/catalogue/file'
  | 'GET /api/catalogue/version'
  | 'POST /api/catalogue/preview'
  | 'POST /api/catalogue/save'
  | 'GET /api/mail'
  | 'GET /api/mail/version'
  | 'GET /api/mails'
  | 'POST /api/mail/preview'
  | 'POST /api/mail/save'
  | 'POST /api/mail/test'
  | 'GET /api/content'
  | 'GET /api/content/version'
  | 'POST /api/content/preview'
  | 'POST /api/content/save'
  | 'GET /api/policies'
  | 'GET /api/policy'
  | 'GET /api/policy/version'
  | 'POST /api/policy/preview'
  | 'POST /api/policy/save';

export const textRoutes = (deps: TextDeps): Pick<DeskHandlers, Calls> => ({
  'GET /api/brand': () => readBrandText(deps),
  'GET /api/brand/version': ({ input }) => oldBrand(deps, input.number),
  'POST /api/brand/preview': ({ input }) => previewBrandText(deps, input),
  'POST /api/brand/save': ({ input, session }) => saveBrandText(deps, session, input),
  'GET /api/catalogue/file': ({ input }) => openCatalogueFile(deps, input.file),
  'GET /api/catalogue/version': ({ input }) => oldCatalogueText(deps, input),
  'POST /api/catalogue/preview': ({ input }) => previewCatalogue(deps, input),
  'POST /api/catalogue/save': ({ input, session }) => saveCatalogueText(deps, session, input),
  'GET /api/mail': ({ input }) => readMailText(deps, input.name),
  'GET /api/mail/version': ({ input }) => oldMail(deps, input),
  'GET /api/mails': () => mailList(deps),
  'POST /api/mail/preview': ({ input, session }) => previewMailText(deps, session, input),
  'POST /api/mail/save': ({ input, session }) => saveMailText(deps, session, input),
  'POST /api/mail/test': ({ input, session }) => sendTestMail(deps, session, input),
  'GET /api/content': ({ input }) => readContentText(deps, input.name),
  'GET /api/content/version': ({ input }) => oldContent(deps, input),
  'POST /api/content/preview': ({ input }) => previewContentText(deps, input),
  'POST /api/content/save': ({ input, session }) => saveContentText(deps, session, input),
  'GET /api/policies': async () => policiesAtDesk(deps),
  'GET /api/policy': ({ input }) => openPolicyText(deps, input.name),
  'GET /api/policy/version': ({ input }) => oldPolicy(deps, input),
  'POST /api/policy/preview': ({ input }) => previewPolicyText(deps, input),
  'POST /api/policy/save': ({ input, session }) => savePolicyText(deps, session, input),
});
