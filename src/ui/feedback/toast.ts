// The data of a toast.
import type { ReactNode } from 'react';

export type News = {
  readonly text: ReactNode;
  /** One action, such as undo. */
  readonly act?: { readonly label: ReactNode; readonly run: () => void };
};

export type Toast = News & { readonly id: number };
