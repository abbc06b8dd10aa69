// Moves a piece on the board: at once on the screen, and back if the server refuses it.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueueRow } from '#modules/fulfilment/desk/shapes.ts';
import type { Board } from '#modules/fulfilment/desk/shapes-board.ts';
import { callDesk, type DeskApiError } from '../../shared/api/client.ts';

type Move = { readonly row: QueueRow; readonly to: string };

export function useMovePiece(queryKey: QueryKey) {
  const client = useQueryClient();
  const { mutate, variables, error } = useMutation<void, DeskApiError, Move, Board | undefined>({
    mutationKey: ['move'],
    mutationFn: ({ row, to }) => callDesk('POST /api/queue/move', { pieceId: row.id, from: row.stage ?? '', to }),
    async onMutate(move) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Board>(queryKey);
      client.setQueryData<Board>(queryKey, (board) => board && moveToColumn(board, move));
      return before;
    },
    onError: (_error, _move, before) => client.setQueryData(queryKey, before),
    // The last of several moves reads what the server has.
    onSettled: () => (client.isMutating({ mutationKey: ['move'] }) === 1 ? client.invalidateQueries({ queryKey }) : undefined),
  });
  return { move: (row: QueueRow, to: string) => mutate({ row, to }), moved: error ? undefined : variables, failure: error };
}

/** In the order of the queue: the most urgent first, and those without a date last. */
function moveToColumn(board: Board, { row, to }: Move): Board {
  const dueAt = row.dueAt ?? '~';
  return board.map((column) => {
    const rows = column.rows.filter(({ id }) => id !== row.id);
    if (column.id !== to) return { ...column, rows, total: column.total - (column.rows.length - rows.length) };
    const place = rows.findIndex((each) => (each.dueAt ?? '~') > dueAt);
    rows.splice(place < 0 ? rows.length : place, 0, { ...row, stage: to });
    return { ...column, rows, total: column.total + 1 };
  });
}
