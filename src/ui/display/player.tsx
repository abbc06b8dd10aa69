// A recording or a film in the browser's own player, and buttons that play it from a comment's time.
import { Button } from './button.tsx';
import css from './player.module.css';

type Props = {
  readonly fileId: string;
  readonly name: string;
  readonly kind: 'audio' | 'video';
  readonly address: string;
  readonly onBroken: () => void;
  readonly onSecond?: (second: number) => void;
};

const getPlayerId = (fileId: string): string => `player-${fileId}`;
const findPlayer = (fileId: string) => document.getElementById(getPlayerId(fileId)) as HTMLMediaElement | null;

/** Only its head is loaded before it is played. */
export function Player({ fileId, name, kind, address, onBroken, onSecond }: Props) {
  const shown = {
    ...{ id: getPlayerId(fileId), src: address, 'aria-label': name, controls: true, preload: 'metadata', onError: onBroken },
    onTimeUpdate: () => onSecond?.(Math.floor(findPlayer(fileId)?.currentTime ?? 0)),
  } as const;
  // Captions are part of what is delivered, or a file of their own.
  return kind === 'video' ? <video className={css.video} playsInline {...shown} /> : <audio className={css.audio} {...shown} />;
}

export const pausePlayer = (fileId: string): void => findPlayer(fileId)?.pause();

/** "02:13", "1:00:07" */
export function formatTime(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  return [...(seconds >= 3_600 ? [Math.floor(seconds / 3_600)] : []), ...parts].join(':');
}

type TimeProps = { readonly fileId: string; readonly at: number /** For screen readers. */; readonly label: string };

export function PlayFrom({ fileId, at, label }: TimeProps) {
  const play = () => {
    const player = findPlayer(fileId);
    if (!player) return;
    player.currentTime = at;
    player.scrollIntoView({ block: 'nearest' });
    // A browser may refuse to start; the place is found nevertheless.
    player.play().catch(() => undefined);
  };
  return <Button text={formatTime(at)} look="link" aria-label={label} onClick={play} />;
}
