// The button that loads the next page of a list.

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '#ui/display/button.tsx';

type Props = {
  readonly query: Pick<UseInfiniteQueryResult, 'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'>;
  readonly label: string;
};

export function LoadMore({ query, label }: Props) {
  return (
    <>
      {query.isFetchNextPageError ? <p role="alert">{query.error?.message}</p> : null}
      {query.hasNextPage ? <Button text={label} onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()} /> : null}
    </>
  );
}
