// Lets a reader's page wrap the runs and the blocks of a rendered Markdown text, to mark passages in it.
import { createContext, type ReactNode } from 'react';
import type { MarkdownRun } from '#lib/markdown/markdown.ts';

export type Annotations = {
  readonly run: (run: MarkdownRun) => ReactNode;
  readonly block: (runs: readonly MarkdownRun[], drawn: ReactNode) => ReactNode;
};

export const AnnotationsContext = createContext<Annotations | undefined>(undefined);
