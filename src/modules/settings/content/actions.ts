// Edits the owner's texts: reads them with their versions, previews a draft, and saves it.

import { type BuiltInLocale, locales } from '#lib/locale.ts';
import { BRAND_FILE, type ContentName, type PolicyName, policyNames, type ShopTexts } from '#lib/rendering.ts';
import { dayIn } from '#lib/time/days.ts';
import { getPath } from '#lib/url-path.ts';
import { type CatalogueModule, editCatalogue } from '#modules/catalogue/actions.ts';
import type { CatalogueDraft, CatalogueFile } from '#modules/catalogue/desk-shapes.ts';
import { type Catalogue, spelledService } from '#modules/catalogue/rules.ts';
import { editBrand, editContent, editPolicies } from '#modules/content/actions.ts';
import type { PolicyDetails, PolicyDraft } from '#modules/content/desk-shapes.ts';
import { type EditedKind, openText, prepareText, saveText } from '#modules/content/edit.ts';
import type { ContentDetails, ContentDraft } from '#modules/content/pages/shapes.ts';
import { listVersions } from '#modules/content/queries.ts';
import type { PagePreview, TextFolder, Version } from '#modules/content/shapes.ts';
import type { BrandDetails, BrandDraft } from '#modules/content/shapes-brand.ts';
import type { RenderedMail } from '#modules/mail/shapes.ts';
import type { MailSource } from '#modules/mail/write.ts';
import { type AuditEntry, actor, type Done, listOperators, type OperatorSession } from '#modules/staff/actions.ts';
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

const sourcesOf = (deps: TextDeps) => ({ ...deps.shop, shopUrl: deps.ctx.config.shopUrl });

export async function versionsAt(of: DbClient, folder: TextFolder, file: string): Promise<Version[]> {
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
  return { name, ...(await openText(orm, kind, name)), versions: await versionsAt(orm, kind.folder, kind.files(name)[0] ?? '') };
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
    const done = await saveText(tx, kind, { name, prepared, from, why, by: actor(session), at });
    const entry = done.saved && { id: name, before: { version: from }, after: { version: done.number } };
    return savedText(deps, done, entry, kind.folder, kind.files(name)[0] ?? '');
  };
}

export async function openCatalogueFile(deps: TextDeps, file: string): Promise<CatalogueFile> {
  const { orm } = deps.ctx.db;
  const { openFile } = await editCatalogue();
  const { number, text, service } = await openFile(orm, file, deps.catalogue.kinds);
  return { file, number, text, versions: await versionsAt(orm, 'catalogue', file), ...(service ? { service } : {}) };
}

export async function oldCatalogueText(deps: TextDeps, request: { file: string; number: number }): Promise<{ text: string }> {
  const { catalogueVersion } = await editCatalogue();
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
    const done = await saveCatalogueDraft(tx, { made, from, why, by: actor(session), at });
    const entry = done.saved && { id: draft.file, before: { version: from }, after: { version: done.number, changes: done.changes } };
    return savedText(deps, done, entry, 'catalogue', draft.file);
  };
}

export async function readBrandText(deps: TextDeps): Promise<BrandDetails> {
  const { orm } = deps.ctx.db;
  const { openBrandText } = await editBrand();
  return { ...(await openBrandText(orm)), versions: await versionsAt(orm, 'brand', BRAND_FILE) };
}

export async function oldBrand(deps: TextDeps, number: number): Promise<BrandDraft> {
  const { brandAt } = await editBrand();
  return brandAt(deps.ctx.db.orm, number);
}

export async function previewBrandText(deps: TextDeps, draft: BrandDraft): Promise<PagePreview> {
  const { makeBrand } = await editBrand();
  const { brand } = await makeBrand(deps.ctx.db.orm, draft);
  return deps.previewTexts('home', { brand });
}

export async function saveBrandText(deps: TextDeps, session: OperatorSession, { from, why, ...draft }: SaveRequest<BrandDraft>) {
  const { clock, db } = deps.ctx;
  const { makeBrand, saveBrand } = await editBrand();
  const at = clock.now();
  const made = await makeBrand(db.orm, draft);
  return async (tx: DbClient): Promise<Done<SavedText>> => {
    const done = await saveBrand(tx, { made, draft, from, why, by: actor(session), at });
    const entry = done.saved && { id: 'brand', before: { version: from }, after: { version: done.number } };
    return savedText(deps, done, entry, 'brand', BRAND_FILE);
  };
}

const isPageOf = ({ catalogue }: TextDeps) => {
  const services = catalogue.current();
  return (path: string): boolean => {
    const page = matchPage(getPath(path));
    return page !== undefined && (page.name !== 'service' || spelledService(services, page.params) !== undefined);
  };
};

/** The file of a text, as its versions name it. */
const getFileName = (name: ContentName): string => `${name}.yaml`;

export async function readContentText(deps: TextDeps, name: ContentName): Promise<ContentDetails> {
  const { orm } = deps.ctx.db;
  const { openContentText } = await editContent();
  const { draft, number } = await openContentText(orm, name);
  const services = deps.catalogue.current().services.filter(({ slug }) => Object.hasOwn(deps.shop.samples, slug));
  const samples = services.map(({ slug, words }) => ({ slug, name: words.name.en }));
  return { ...draft, number, versions: await versionsAt(orm, 'content', getFileName(name)), samples };
}

export async function oldContent(deps: TextDeps, request: { name: ContentName; number: number }): Promise<ContentDraft> {
  const { contentAt } = await editContent();
  return contentAt(deps.ctx.db.orm, request);
}

/** A short page for what is in the header and the footer. */
const previewPages = { home: 'home', faq: 'faq', menus: 'contact', company: 'contact' } as const;

export async function previewContentText(deps: TextDeps, draft: ContentDraft): Promise<PagePreview> {
  const { makeContent } = await editContent();
  const { content } = await makeContent(deps.ctx.db.orm, draft, isPageOf(deps));
  return deps.previewTexts(previewPages[draft.name], content);
}

export async function saveContentText(deps: TextDeps, session: OperatorSession, { from, why, ...draft }: SaveRequest<ContentDraft>) {
  const { clock, db } = deps.ctx;
  const { makeContent, saveContent } = await editContent();
  const at = clock.now();
  const made = await makeContent(db.orm, draft, isPageOf(deps));
  return async (tx: DbClient): Promise<Done<SavedText>> => {
    const done = await saveContent(tx, { made, draft, from, why, by: actor(session), at });
    const entry = done.saved && { id: draft.name, before: { version: from }, after: { version: done.number } };
    return savedText(deps, done, entry, 'content', getFileName(draft.name));
  };
}

export const policiesAtDesk = ({ shop }: Pick<TextDeps, 'shop'>) =>
  policyNames.map((name) => ({
    name,
    texts: (Object.keys(locales) as (keyof typeof locales)[]).map((locale) => {
      const { title, version, updated, html } = shop.policies[name][locale];
      return { locale, title, version, updated, html, file: `shop/policies/${name}.${locale}.md` };
    }),
  }));

export async function openPolicyText(deps: TextDeps, name: PolicyName): Promise<PolicyDetails> {
  const { orm } = deps.ctx.db;
  const { openPolicy } = await editPolicies();
  return { ...(await openPolicy(orm, name)), versions: await versionsAt(orm, 'policies', `${name}.en.md`) };
}

export async function oldPolicy(deps: TextDeps, request: { name: PolicyName; number: number }) {
  const { policyAt } = await editPolicies();
  return policyAt(deps.ctx.db.orm, sourcesOf(deps), request);
}

const today = (deps: TextDeps): string => dayIn(deps.shop.brand.timeZone, deps.ctx.clock.now());

export async function previewPolicyText(deps: TextDeps, draft: PolicyDraft) {
  const { makePolicy } = await editPolicies();
  const { preview } = await makePolicy(deps.ctx.db.orm, { draft, sources: sourcesOf(deps), day: today(deps) });
  return preview;
}

export async function savePolicyText(deps: TextDeps, session: OperatorSession, { from, why, ...draft }: SaveRequest<PolicyDraft>) {
  const { clock, db } = deps.ctx;
  const { makePolicy, savePolicy } = await editPolicies();
  const at = clock.now();
  const made = await makePolicy(db.orm, { draft, sources: sourcesOf(deps), day: today(deps) });
  return async (tx: DbClient): Promise<Done<SavedText>> => {
    const done = await savePolicy(tx, { made, draft, from, why, by: actor(session), at });
    const entry = done.saved && { id: draft.name, before: { version: done.before }, after: { version: done.after } };
    return savedText(deps, done, entry, 'policies', `${draft.name}.en.md`);
  };
}

type Saved = { readonly saved: boolean; readonly isOld?: boolean };

/** The answer has the saved version; after a conflict, the version saved before. */
export function savedText(
  deps: TextDeps,
  { saved, isOld = false }: Saved,
  entry: AuditEntry | false,
  folder: TextFolder,
  file: string,
): Done<SavedText> {
  const afterCommit = async (): Promise<SavedText> => {
    if (saved) await deps.refresh();
    const [version] = await versionsAt(deps.ctx.db.orm, folder, file);
    if (!version) throw new Error(`${folder}/${file} has no version`);
    return { saved, version };
  };
  return { entries: entry ? [entry] : [], isOld, afterCommit };
}
