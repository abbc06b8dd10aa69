// The stage of a piece in its service, and the field that moves it.
import type { StageColour } from '#modules/catalogue/stages/shapes.ts';
import type { PieceForWork } from '#modules/fulfilment/desk/shapes.ts';
import badge from '#ui/styles/badge.module.css';
import { useMay, useMe } from '../api/me.ts';
import { formatDay } from './moment.tsx';
import styles from './stage.module.css';
import { PieceStateBadge } from './status.tsx';
import { useDeskLabels } from './words.ts';

export const stageBadges: Readonly<Record<StageColour, string | undefined>> = {
  grey: badge.off,
  accent: badge.work,
  amber: badge.wait,
  green: badge.done,
  red: badge.wrong,
};

type Piece = Pick<PieceForWork, 'serviceType' | 'stage' | 'state' | 'clock' | 'maker' | 'number'>;

/** Its stage, if its service has any; otherwise its state. */
export function WorkBadge({ piece: { serviceType, stage, state } }: { readonly piece: Pick<Piece, 'serviceType' | 'stage' | 'state'> }) {
  const found = useDeskLabels()
    .stages(serviceType)
    .find(({ id }) => id === stage);
  if (!found) return <PieceStateBadge state={state} />;
  return (
    <span className={stageBadges[found.colour]}>
      {found.name}
      {state === 'revisionAsked' ? ', revision' : ''}
    </span>
  );
}

/** A warning: a day off moves nothing that is assigned. */
export function AwayBadge({ piece: { awayUntil }, isShort = false }: AwayProps) {
  if (awayUntil === null) return null;
  const text = `Off until ${formatDay(awayUntil)}`;
  return (
    <span className={badge.wait} title={isShort ? text : undefined}>
      {isShort ? 'Off' : text}
    </span>
  );
}
type AwayProps = { readonly piece: Pick<PieceForWork, 'awayUntil'>; readonly isShort?: boolean };

/** Whether the operator may move this piece, to the stages that the role may use. */
export function useMayMove(): (piece: Piece) => boolean {
  const [me, mayWork, maySeeAll] = [useMe(), useMay('queue.work'), useMay('queue.all')];
  return ({ maker, clock, stage }) =>
    stage !== null && mayWork && clock !== 'review' && clock !== 'done' && (maySeeAll || maker?.id === me.id);
}

type SelectProps = { readonly piece: Piece; readonly onMove: (to: string) => void };

export function StageSelect({ piece, onMove }: SelectProps) {
  const stages = useDeskLabels().stages(piece.serviceType);
  return (
    <select
      className={styles.select}
      aria-label={`Stage of ${piece.number}`}
      value={piece.stage ?? ''}
      onChange={({ target }) => onMove(target.value)}
    >
      {stages.map(({ id, name, mayMove }) => (
        <option key={id} value={id} disabled={!mayMove && id !== piece.stage}>
          {name}
        </option>
      ))}
    </select>
  );
}
