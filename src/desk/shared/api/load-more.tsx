// The button that loads the next page of a list.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import button from '#ui/styles/button.module.css';

type Props = {
  readonly query: Pick<UseInfiniteQueryResult, 'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'>;
  readonly label: string;
};

export function LoadMore({ query, label }: Props) {
  return (
    <>
      {query.isFetchNextPageError ? <p role="alert">{query.error?.message}</p> : null}
      {query.hasNextPage ? (
        <button className={button.quiet} type="button" onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}>
          {label}
        </button>
      ) : null}
    </>
  );
}
