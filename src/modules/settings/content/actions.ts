// Edits the owner's texts: reads them with their versions, previews a draft, and saves it.

import { type BuiltInLocale, builtInLocales, locales } from '#lib/locale.ts';
import { type ContentName, type PolicyName, policyNames, type ShopTexts } from '#lib/rendering.ts';
import { getDayIn } from '#lib/time/days.ts';
import { getPath } from '#lib/url-path.ts';
import { type CatalogueModule, editCatalogue } from '#modules/catalogue/actions.ts';
import type { CatalogueDraft, CatalogueFile } from '#modules/catalogue/desk-shapes.ts';
import { type Catalogue, findServiceBySpelling } from '#modules/catalogue/rules.ts';
import { editBrand, editContent, editPolicies } from '#modules/content/actions.ts';
import type { PolicyDraft, PolicyPreview } from '#modules/content/desk-shapes.ts';
import { type EditedKind, getTextAtVersion, openText, prepareText, saveText } from '#modules/content/edit.ts';
import { listVersions } from '#modules/content/queries.ts';
import type { PagePreview, TextFolder, Version } from '#modules/content/shapes.ts';
import type { BrandForm } from '#modules/content/shapes-brand.ts';
import type { ContentDetails, ContentText } from '#modules/content/shapes-pages.ts';
import type { RenderedMail } from '#modules/mail/shapes.ts';
import type { MailSource } from '#modules/mail/write.ts';
import { type AuditEntry, type Done, listOperators, type OperatorSession, toOperator } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { matchPage } from '../../../pages.ts';
import type { CataloguePreview, SavedText } from './shapes.ts';

/** The texts that are sent now, and the mail server. */
export type MailDeps = { readonly source: MailSource; readonly send: (letter: RenderedMail) => Promise<void> };

export type TextDeps = {
  readonly ctx: AppContext;
  readonly catalogue: CatalogueModule;
  readonly shop: ShopTexts;
  /** Renders a service in every language as the storefront would. */
  readonly preview: (draft: Catalogue, slug: string) => Promise<readonly { locale: BuiltInLocale; html: string; style: string }[]>;
  /** Renders a page in every language with other texts. */
  readonly previewTexts: (screen: 'home' | 'faq' | 'contact', texts: Partial<ShopTexts>) => Promise<PagePreview>;
  readonly mails: MailDeps;
  /** Resolves when this node serves the saved text; other nodes are notified by the database. */
  readonly refresh: () => Promise<unknown>;
};

async function listFileVersions(of: DbClient, folder: TextFolder, file: string): Promise<Version[]> {
  const [rows, team] = await Promise.all([listVersions(of, folder, file), listOperators(of)]);
  const names = new Map(team.map(({ id, name }) => [id, name]));
  return rows.map(({ number, origin, at, byId, why }) => ({
    number,
    origin,
    why,
    at: at.toISOString(),
    by: byId === null ? null : { id: byId, name: names.get(byId) ?? '' },
  }));
}

export async function openEdited<Name, Text extends object, Made extends object>(
  deps: TextDeps,
  kind: EditedKind<Name, Text, Made>,
  name: Name,
) {
  const { orm } = deps.ctx.db;
  return { name, ...(await openText(orm, kind, name)), versions: await listFileVersions(orm, kind.folder, kind.files(name)[0] ?? '') };
}

export async function saveEdited<Name extends string, Text extends object, Made extends object>(
  deps: TextDeps,
  session: OperatorSession,
  kind: EditedKind<Name, Text, Made>,
  { name, text, from, why }: SaveRequest<{ readonly name: Name; readonly text: Text }>,
) {
  const { clock, db } = deps.ctx;
  const at = clock.now();
  const prepared = await prepareText(db.orm, kind, { name, text });
  return async (tx: DbClient): Promise<Done<SavedText>> => {
    const done = await saveText(tx, kind, { name, prepared, from, why, by: toOperator(session), at });
    const entry = done.saved && { id: name, before: { version: done.before }, after: { version: done.after } };
    return toSavedText(deps, done, entry, kind.folder, kind.files(name)[0] ?? '');
  };
}

export async function openCatalogueFile(deps: TextDeps, file: string): Promise<CatalogueFile> {
  const { orm } = deps.ctx.db;
  const { openFile } = await editCatalogue();
  const { number, text, service, common, plannable } = await openFile(orm, file, deps.catalogue.kinds);
  const versions = await listFileVersions(orm, 'catalogue', file);
  return { file, number, text, common, plannable, versions, ...(service ? { service } : {}) };
}

export async function getOldCatalogueText(deps: TextDeps, request: { file: string; number: number }): Promise<{ text: string }> {
  const { getCatalogueVersionText: catalogueVersion } = await editCatalogue();
  return { text: await catalogueVersion(deps.ctx.db.orm, request) };
}

export async function previewCatalogue(deps: TextDeps, draft: CatalogueDraft): Promise<CataloguePreview> {
  const { previewDraft } = await editCatalogue();
  const { text, changes, conditions, catalogue, slug } = await previewDraft(deps.ctx.db.orm, draft, deps.catalogue.kinds);
  const pages = slug === undefined ? [] : await deps.preview(catalogue, slug);
  const shown = pages.map(({ locale, html }) => ({ locale, html }));
  return { text, changes: [...changes], conditions, pages: shown, style: pages[0]?.style ?? '' };
}

export type SaveRequest<Draft> = Draft & { readonly from: number; readonly why: string };

export async function saveCatalogueText(deps: TextDeps, session: OperatorSession, { from, why, ...draft }: SaveRequest<CatalogueDraft>) {
  const { clock, db } = deps.ctx;
  const { makeDraft, saveCatalogueDraft } = await editCatalogue();
  const at = clock.now();
  const made = await makeDraft(db.orm, draft, deps.catalogue.kinds);
  return async (tx: DbClient): Promise<Done<SavedText>> => {
    const done = await saveCatalogueDraft(tx, { made, from, why, by: toOperator(session), at });
    const entry = done.saved && { id: draft.file, before: { version: from }, after: { version: done.number, changes: done.changes } };
    return toSavedText(deps, done, entry, 'catalogue', draft.file);
  };
}

const BRAND = 'brand';

export const readBrandText = async (deps: TextDeps) => openEdited(deps, (await editBrand()).editedBrand, BRAND);

export async function getOldBrand(deps: TextDeps, number: number) {
  return { text: await getTextAtVersion(deps.ctx.db.orm, (await editBrand()).editedBrand, { name: BRAND, number }) };
}

export async function previewBrandText(deps: TextDeps, { text }: BrandDraft): Promise<PagePreview> {
  const { made } = await prepareText(deps.ctx.db.orm, (await editBrand()).editedBrand, { name: BRAND, text });
  return deps.previewTexts('home', { brand: made });
}

export const saveBrandText = async (deps: TextDeps, session: OperatorSession, request: SaveRequest<BrandDraft>) =>
  saveEdited(deps, session, (await editBrand()).editedBrand, { ...request, name: BRAND });

type BrandDraft = { readonly text: BrandForm };
type ContentDraft = { readonly name: ContentName; readonly text: ContentText };

const createPageCheck = ({ catalogue }: TextDeps) => {
  const services = catalogue.current();
  return (path: string): boolean => {
    const page = matchPage(getPath(path));
    return page !== undefined && (page.name !== 'service' || findServiceBySpelling(services, page.params) !== undefined);
  };
};

const getContentKind = async (deps: TextDeps) => (await editContent()).createContentKind(createPageCheck(deps));

export async function readContentText(deps: TextDeps, name: ContentName): Promise<ContentDetails> {
  const services = deps.catalogue.current().services.filter(({ slug }) => Object.hasOwn(deps.shop.samples, slug));
  const samples = services.map(({ slug, words }) => ({ slug, name: words.name.en }));
  return { ...(await openEdited(deps, await getContentKind(deps), name)), samples };
}

export async function getOldContent(deps: TextDeps, request: { name: ContentName; number: number }) {
  return { name: request.name, text: await getTextAtVersion(deps.ctx.db.orm, await getContentKind(deps), request) };
}

/** A short page for what is in the header and the footer. */
const previewPages = { home: 'home', faq: 'faq', menus: 'contact', company: 'contact' } as const;

export async function previewContentText(deps: TextDeps, draft: ContentDraft): Promise<PagePreview> {
  const { made } = await prepareText(deps.ctx.db.orm, await getContentKind(deps), draft);
  return deps.previewTexts(previewPages[draft.name], made);
}

export const saveContentText = async (deps: TextDeps, session: OperatorSession, request: SaveRequest<ContentDraft>) =>
  saveEdited(deps, session, await getContentKind(deps), request);

export const listDeskPolicies = ({ shop }: Pick<TextDeps, 'shop'>) =>
  policyNames.map((name) => ({
    name,
    texts: (Object.keys(locales) as (keyof typeof locales)[]).map((locale) => {
      const { title, version, updated, html } = shop.policies[name][locale];
      return { locale, title, version, updated, html, file: `shop/policies/${name}.${locale}.md` };
    }),
  }));

async function getPolicyKind({ ctx, shop }: TextDeps) {
  const day = getDayIn(shop.brand.timeZone, ctx.clock.now());
  return (await editPolicies()).createPolicyKind(ctx.db.orm, { sources: { ...shop, shopUrl: ctx.config.shopUrl }, day });
}

export const openPolicyText = async (deps: TextDeps, name: PolicyName) => openEdited(deps, await getPolicyKind(deps), name);

export async function getOldPolicy(deps: TextDeps, request: { name: PolicyName; number: number }) {
  return { name: request.name, text: await getTextAtVersion(deps.ctx.db.orm, await getPolicyKind(deps), request) };
}

export async function previewPolicyText(deps: TextDeps, draft: PolicyDraft): Promise<PolicyPreview> {
  const { made } = await prepareText(deps.ctx.db.orm, await getPolicyKind(deps), draft);
  const texts = made[draft.name];
  const { version, updated } = texts.en;
  return { version, updated, texts: builtInLocales.map((locale) => ({ locale, title: texts[locale].title, html: texts[locale].html })) };
}

export const savePolicyText = async (deps: TextDeps, session: OperatorSession, request: SaveRequest<PolicyDraft>) =>
  saveEdited(deps, session, await getPolicyKind(deps), request);

type Saved = { readonly saved: boolean; readonly isOld?: boolean };

/** The answer has the saved version; after a conflict, the version saved before. */
function toSavedText(
  deps: TextDeps,
  { saved, isOld = false }: Saved,
  entry: AuditEntry | false,
  folder: TextFolder,
  file: string,
): Done<SavedText> {
  const afterCommit = async (): Promise<SavedText> => {
    if (saved) await deps.refresh();
    const [version] = await listFileVersions(deps.ctx.db.orm, folder, file);
    if (!version) throw new Error(`${folder}/${file} has no version`);
    return { saved, version };
  };
  return { entries: entry ? [entry] : [], isOld, afterCommit };
}
