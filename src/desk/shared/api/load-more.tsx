// The button that loads the next page of a list.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import button from '#ui/styles/button.module.css';

type Props = {
  readonly of: Pick<UseInfiniteQueryResult, 'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'>;
  readonly label: string;
};

export function LoadMore({ of, label }: Props) {
  return (
    <>
      {of.isFetchNextPageError ? <p role="alert">{of.error?.message}</p> : null}
      {of.hasNextPage ? (
        <button className={button.quiet} type="button" onClick={() => !of.isFetchingNextPage && void of.fetchNextPage()}>
          {label}
        </button>
      ) : null}
    </>
  );
}
