// Calls that edit the brand, the catalogue, the content of pages, the policies and the emails.
import {
  catalogueDraftShape,
  catalogueFileRequestShape,
  catalogueFileShape,
  catalogueVersionRequestShape,
} from '#modules/catalogue/desk-shapes.ts';
import { policyPreviewShape, policyShapes } from '#modules/content/desk-shapes.ts';
import { pagePreviewShape } from '#modules/content/shapes.ts';
import { brandShapes } from '#modules/content/shapes-brand.ts';
import { contentShapes } from '#modules/content/shapes-pages.ts';
import { mailListShape, mailPreviewShape, mailShapes, testedMailShape, testMailShape } from '#modules/mail/desk-shapes.ts';
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import {
  cataloguePreviewShape,
  oldTextShape,
  policiesShape,
  saveBrandShape,
  saveCatalogueShape,
  saveContentShape,
  savedTextShape,
  saveMailShape,
  savePolicyShape,
} from './shapes.ts';

/** The longest text, at three bytes per character. */
const TEXT_BYTES = 1024 * 1024;
/** Three logos as JSON. */
const LOGO_BYTES = 2 * 1024 * 1024;

export const textCalls = {
  'GET /api/policies': { may: 'catalogue.see', about: 'Lists policies with their versions.', output: policiesShape },
  'GET /api/catalogue/file': {
    may: 'catalogue.see',
    about: 'Returns the current text of a catalogue file and its versions.',
    input: catalogueFileRequestShape,
    output: catalogueFileShape,
  },
  'GET /api/catalogue/version': {
    may: 'catalogue.see',
    about: 'Returns the text of one version.',
    input: catalogueVersionRequestShape,
    output: oldTextShape,
  },
  'POST /api/catalogue/preview': {
    kind: 'read',
    may: 'catalogue.edit',
    about: 'Previews a draft: its changes and the service page. Saves nothing.',
    input: catalogueDraftShape,
    output: cataloguePreviewShape,
    bodyBytes: TEXT_BYTES,
  },
  'POST /api/catalogue/save': {
    kind: 'write',
    prepares: true,
    audit: { act: 'catalogue.edit', about: 'catalogue' },
    may: 'catalogue.edit',
    about: 'Publishes a draft. On a conflict it returns the newer version instead.',
    input: saveCatalogueShape,
    output: savedTextShape,
    bodyBytes: TEXT_BYTES,
  },
  'GET /api/brand': {
    may: 'catalogue.see',
    about: 'Returns the current brand and its versions.',
    input: brandShapes.request,
    output: brandShapes.details,
  },
  'GET /api/brand/version': {
    may: 'catalogue.see',
    about: 'Returns one version of the brand.',
    input: brandShapes.version,
    output: brandShapes.draft,
  },
  'POST /api/brand/preview': {
    kind: 'read',
    may: 'brand.edit',
    about: 'Previews a draft of the brand: the home page. Saves nothing.',
    input: brandShapes.draft,
    output: pagePreviewShape,
    bodyBytes: LOGO_BYTES,
  },
  'POST /api/brand/save': {
    kind: 'write',
    prepares: true,
    audit: { act: 'brand.edit', about: 'brand' },
    may: 'brand.edit',
    about: 'Publishes a brand. On a conflict it returns the newer version instead.',
    input: saveBrandShape,
    output: savedTextShape,
    bodyBytes: LOGO_BYTES,
  },
  'GET /api/content': {
    may: 'catalogue.see',
    about: 'Returns the current text of the home page, the questions, the menus or the company, and its versions.',
    input: contentShapes.request,
    output: contentShapes.details,
  },
  'GET /api/content/version': {
    may: 'catalogue.see',
    about: 'Returns one version of such a text.',
    input: contentShapes.version,
    output: contentShapes.draft,
  },
  'POST /api/content/preview': {
    kind: 'read',
    may: 'brand.edit',
    about: 'Previews a draft: the page in every language. Saves nothing.',
    input: contentShapes.draft,
    output: pagePreviewShape,
    bodyBytes: TEXT_BYTES,
  },
  'POST /api/content/save': {
    kind: 'write',
    prepares: true,
    audit: { act: 'content.edit', about: 'content' },
    may: 'brand.edit',
    about: 'Publishes a draft. On a conflict it returns the newer version instead.',
    input: saveContentShape,
    output: savedTextShape,
    bodyBytes: TEXT_BYTES,
  },
  'GET /api/policy': {
    may: 'catalogue.see',
    about: 'Returns the current policy in all languages and its versions.',
    input: policyShapes.request,
    output: policyShapes.details,
  },
  'GET /api/policy/version': {
    may: 'catalogue.see',
    about: 'Returns one version of a policy.',
    input: policyShapes.version,
    output: policyShapes.draft,
  },
  'POST /api/policy/preview': {
    kind: 'read',
    may: 'policies.edit',
    about: 'Previews a draft of a policy. Saves nothing.',
    input: policyShapes.draft,
    output: policyPreviewShape,
    bodyBytes: TEXT_BYTES,
  },
  'POST /api/policy/save': {
    kind: 'write',
    prepares: true,
    audit: { act: 'policy.edit', about: 'policy' },
    may: 'policies.edit',
    about: 'Publishes a policy. On a conflict it returns the newer version instead.',
    input: savePolicyShape,
    output: savedTextShape,
    bodyBytes: TEXT_BYTES,
  },
  'GET /api/mails': { may: 'catalogue.see', about: 'Lists the texts of emails.', output: mailListShape },
  'GET /api/mail': {
    may: 'catalogue.see',
    about: 'Returns an email’s current and default texts in all languages, and its versions.',
    input: mailShapes.request,
    output: mailShapes.details,
  },
  'GET /api/mail/version': {
    may: 'catalogue.see',
    about: 'Returns one version of an email’s texts.',
    input: mailShapes.version,
    output: mailShapes.draft,
  },
  'POST /api/mail/preview': {
    kind: 'read',
    may: 'mails.edit',
    about: 'Previews a draft of an email with sample values. Saves nothing.',
    input: mailShapes.draft,
    output: mailPreviewShape,
    bodyBytes: TEXT_BYTES,
  },
  'POST /api/mail/test': {
    kind: 'outside',
    audit: { none: 'The test goes to the operator who asks for it.' },
    may: 'mails.edit',
    about: 'Sends a draft of an email with sample values to the operator. Saves nothing.',
    input: testMailShape,
    output: testedMailShape,
    bodyBytes: TEXT_BYTES,
  },
  'POST /api/mail/save': {
    kind: 'write',
    prepares: true,
    audit: { act: 'mail.edit', about: 'mail' },
    may: 'mails.edit',
    about: 'Publishes the texts of an email. On a conflict it returns the newer version instead.',
    input: saveMailShape,
    output: savedTextShape,
    bodyBytes: TEXT_BYTES,
  },
} as const satisfies DeskCallTable;
