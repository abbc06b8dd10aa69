// The stage of a piece, for the desk and for its customer. Pure.
import type { Locale } from '#lib/locale.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { mayDo, type RoleHolder } from '#modules/staff/shapes-roles.ts';
import type { Catalogue } from '../rules.ts';
import { moverRoles, type Stage } from './shapes.ts';

export const listStages = ({ services }: Pick<Catalogue, 'services'>, serviceType: number): readonly Stage[] =>
  services.find(({ type }) => type === serviceType)?.production.stages ?? [];

/** A piece that was not moved yet is in the first stage, and so is one whose stage was removed. */
export const findStage = (stages: readonly Stage[], id: string | null): Stage | undefined =>
  stages.find((stage) => stage.id === id) ?? stages[0];

/** The stage that a piece is in; null if its service has none. */
export const findStageId = (catalogue: Pick<Catalogue, 'services'>, serviceType: number, id: string | null): string | null =>
  findStage(listStages(catalogue, serviceType), id)?.id ?? null;

/** What the customer sees: of an internal stage, the one before it that is not. */
export function nameStage(stages: readonly Stage[], id: string | null, locale: Locale): string | null {
  const current = findStage(stages, id);
  const shown = stages.slice(0, current ? stages.indexOf(current) + 1 : 0).findLast(({ isInternal }) => !isInternal);
  return shown ? localizeText(shown.name, locale) : null;
}

/** A role that an owner made counts as a manager if it assigns pieces; otherwise as a maker. */
export function mayMoveTo({ movedBy = moverRoles }: Pick<Stage, 'movedBy'>, who: RoleHolder): boolean {
  const role = who.ownRole ? (mayDo(who, 'queue.assign') ? 'manager' : 'maker') : who.role;
  return mayDo(who, 'queue.work') && (movedBy as readonly string[]).includes(role);
}
