// Edits the owner's texts: reads them with their versions, previews a draft, and saves it with an audit entry.
import { type DbClient, transaction } from '../../../infra/database/database.ts';
import type { Locale } from '../../../lib/locale.ts';
import type { PolicyName } from '../../../lib/rendering.ts';
import { dayIn } from '../../../lib/time/days.ts';
import { UserError } from '../../../lib/user-error.ts';
import { editCatalogue } from '../../catalogue/actions.ts';
import type { Catalogue } from '../../catalogue/rules.ts';
import type { CatalogueDraft, CatalogueFile } from '../../catalogue/shapes-desk.ts';
import { editPolicies, versionsOf } from '../../texts/actions.ts';
import type { TextFolder, Version } from '../../texts/shapes.ts';
import type { PolicyDraft, PolicyWhole } from '../../texts/shapes-desk.ts';
import { teamRows } from '../queries.ts';
import type { Selling } from '../selling.ts';
import { writeAudit } from '../staff/audit.ts';
import { actor, type OperatorSession } from '../staff/auth.ts';
import type { CataloguePreview, SavedText } from './shapes.ts';

export type TextMeans = Pick<Selling, 'placing' | 'shop'> & {
  /** Renders a service in every language as the storefront would. */
  readonly preview: (draft: Catalogue, slug: string) => Promise<readonly { locale: Locale; html: string; style: string }[]>;
  /** Resolves when this node serves the saved text; other nodes are notified by the database. */
  readonly refresh: () => Promise<unknown>;
};

const groundOf = ({ placing }: TextMeans) => placing.ctx;
const sourcesOf = (means: TextMeans) => ({ ...means.shop, shopUrl: groundOf(means).config.shopUrl });

async function versionsAt(of: DbClient, folder: TextFolder, file: string): Promise<Version[]> {
  const [rows, team] = await Promise.all([versionsOf(of, folder, file), teamRows(of)]);
  const names = new Map(team.map(({ id, name }) => [id, name]));
  return rows.map(({ number, origin, at, byId, why }) => ({
    number,
    origin,
    why,
    at: at.toISOString(),
    by: byId === null ? null : { id: byId, name: names.get(byId) ?? '' },
  }));
}

export async function openCatalogueFile(means: TextMeans, file: string): Promise<CatalogueFile> {
  const { orm } = groundOf(means).db;
  const { openFile } = await editCatalogue();
  const { number, text, service } = await openFile(orm, file);
  return { file, number, text, versions: await versionsAt(orm, 'catalogue', file), ...(service ? { service } : {}) };
}

export async function oldCatalogueText(means: TextMeans, ask: { file: string; number: number }): Promise<{ text: string }> {
  const { catalogueVersion } = await editCatalogue();
  return { text: await catalogueVersion(groundOf(means).db.orm, ask) };
}

export async function previewCatalogue(means: TextMeans, draft: CatalogueDraft): Promise<CataloguePreview> {
  const { previewDraft } = await editCatalogue();
  const { text, changes, catalogue, slug } = await previewDraft(groundOf(means).db.orm, draft);
  const pages = slug === undefined ? [] : await means.preview(catalogue, slug);
  return { text, changes: [...changes], pages: pages.map(({ locale, html }) => ({ locale, html })), style: pages[0]?.style ?? '' };
}

type SaveAsk<Draft> = Draft & { readonly from: number; readonly why: string };

export async function saveCatalogueAct(
  means: TextMeans,
  seat: OperatorSession,
  { from, why, ...draft }: SaveAsk<CatalogueDraft>,
): Promise<SavedText> {
  const { clock, db } = groundOf(means);
  const { makeDraft, saveCatalogueDraft } = await editCatalogue();
  const at = clock.now();
  const saved = await withNewest(
    means,
    () => makeDraft(db.orm, draft),
    async (tx, made) => {
      const done = await saveCatalogueDraft(tx, { made, from, why, by: actor(seat), at });
      if (done.saved) {
        const about = { kind: 'catalogue', id: draft.file };
        const after = { version: done.number, changes: done.changes };
        await writeAudit(tx, seat.operator, at, { act: 'catalogue.edit', about, before: { version: from }, after, why });
      }
      return done;
    },
  );
  return answerOf(means, saved, 'catalogue', draft.file);
}

export async function openPolicyText(means: TextMeans, name: PolicyName): Promise<PolicyWhole> {
  const { orm } = groundOf(means).db;
  const { openPolicy } = await editPolicies();
  return { ...(await openPolicy(orm, name)), versions: await versionsAt(orm, 'policies', `${name}.en.md`) };
}

export async function oldPolicy(means: TextMeans, ask: { name: PolicyName; number: number }) {
  const { policyAt } = await editPolicies();
  return policyAt(groundOf(means).db.orm, sourcesOf(means), ask);
}

const today = (means: TextMeans): string => dayIn(means.shop.brand.timeZone, groundOf(means).clock.now());

export async function previewPolicyText(means: TextMeans, draft: PolicyDraft) {
  const { makePolicy } = await editPolicies();
  const { preview } = await makePolicy(groundOf(means).db.orm, { draft, sources: sourcesOf(means), day: today(means) });
  return preview;
}

export async function savePolicyAct(
  means: TextMeans,
  seat: OperatorSession,
  { from, why, ...draft }: SaveAsk<PolicyDraft>,
): Promise<SavedText> {
  const { clock, db } = groundOf(means);
  const { makePolicy, savePolicy } = await editPolicies();
  const at = clock.now();
  const saved = await withNewest(
    means,
    () => makePolicy(db.orm, { draft, sources: sourcesOf(means), day: today(means) }),
    async (tx, made) => {
      const done = await savePolicy(tx, { made, draft, from, why, by: actor(seat), at });
      if (done.saved) {
        const [before, after] = [{ version: done.before }, { version: done.after }];
        await writeAudit(tx, seat.operator, at, { act: 'policy.edit', about: { kind: 'policy', id: draft.name }, before, after, why });
      }
      return done;
    },
  );
  return answerOf(means, saved, 'policies', `${draft.name}.en.md`);
}

const MAX_READINGS = 3;

/** Rereads inside the transaction if another file has a newer version. */
async function withNewest<Made>(
  means: TextMeans,
  make: () => Promise<Made>,
  save: (tx: DbClient, made: Made) => Promise<{ readonly saved: true } | { readonly saved: false; readonly isOld: boolean }>,
): Promise<boolean> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const made = await make();
    const done = await transaction(groundOf(means).db, (tx) => save(tx, made));
    if (done.saved || !done.isOld) return done.saved;
  }
  throw new UserError(503, {}, AGAIN_SECONDS);
}

const AGAIN_SECONDS = 5;

/** The response has the saved version; after a conflict, the version saved before. */
async function answerOf(means: TextMeans, saved: boolean, folder: TextFolder, file: string): Promise<SavedText> {
  if (saved) await means.refresh();
  const [version] = await versionsAt(groundOf(means).db.orm, folder, file);
  if (!version) throw new Error(`${folder}/${file} has no version`);
  return { saved, version };
}
