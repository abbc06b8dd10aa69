// Shared prop types.
import type { DeskPiece } from '#modules/fulfilment/desk/shapes.ts';
import type { DeskThread } from '#modules/support/desk/shapes.ts';

export type WorkPieceProps = { readonly piece: DeskPiece; readonly onAgain: () => Promise<unknown> };
export type ThreadProps = { readonly thread: DeskThread; readonly onAgain: () => Promise<unknown> };
