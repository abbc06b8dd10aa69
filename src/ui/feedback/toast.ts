// What a toast says, for the list that shows it and for whoever has news.
import type { ReactNode } from 'react';

export type News = {
  readonly text: ReactNode;
  /** One thing that can still be done about it, such as taking it back. */
  readonly act?: { readonly label: ReactNode; readonly run: () => void };
};

export type Toast = News & { readonly id: number };
