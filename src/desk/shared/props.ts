// What pages and their parts are given.
import type { DeskPiece } from '../../modules/desk/work/shapes.ts';
import type { DeskThread } from '../../modules/support/desk/shapes.ts';

/** `id`: of the thing that the address names; empty where it names none. */
export type PageProps = { readonly id: string };
export type PieceProps = { readonly piece: DeskPiece; readonly onAgain: () => Promise<void> };
export type ThreadProps = { readonly thread: DeskThread; readonly onAgain: () => Promise<void> };
