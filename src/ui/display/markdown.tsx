// Renders Markdown as React elements, from the data of lib/markdown.ts. It never uses HTML strings.
import { createContext, Fragment, type ReactNode, use } from 'react';
import type { Block, MarkdownRun } from '#lib/markdown/markdown.ts';

/** Lets a reader's page wrap the runs and the blocks of a text, to mark passages in it. */
export type Annotations = {
  readonly run: (run: MarkdownRun) => ReactNode;
  readonly block: (runs: readonly MarkdownRun[], drawn: ReactNode) => ReactNode;
};

export const AnnotationsContext = createContext<Annotations | undefined>(undefined);

// biome-ignore-start lint/suspicious/noArrayIndexKey: a changed text is rendered anew as a whole.
export const Blocks = ({ blocks }: { readonly blocks: readonly Block[] }) =>
  blocks.map((block, index) => <BlockView key={index} block={block} />);

/** Below the heading levels of the page. */
const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

/**
 * The text's first heading is its top level, and no level is skipped: screen reader users navigate by
 * headings.
 */
export function fixOutline(blocks: readonly Block[]): Block[] {
  const first = Math.min(...blocks.flatMap((block) => (block.kind === 'heading' ? [block.depth] : [])));
  let before = 0;
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block;
    before = Math.min(block.depth - first + 1, before + 1);
    return { ...block, depth: before };
  });
}

function BlockView({ block }: { readonly block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = headings[Math.min(block.depth, headings.length) - 1] ?? 'h6';
      return (
        <Annotated runs={block.runs}>
          <Heading>
            <RunTexts runs={block.runs} />
          </Heading>
        </Annotated>
      );
    }
    case 'paragraph':
      return (
        <Annotated runs={block.runs}>
          <p>
            <RunTexts runs={block.runs} />
          </p>
        </Annotated>
      );
    case 'list': {
      const items = block.items.map((blocks, index) => (
        <li key={index}>
          <Blocks blocks={blocks} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'code':
      return <pre>{block.text}</pre>;
    case 'rule':
      return <hr />;
    case 'table':
      return <Table {...block} />;
  }
}

const Table = ({ head, rows }: Extract<Block, { kind: 'table' }>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll content that overflows.
  <figure tabIndex={0}>
    <table>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col">
              <Annotated runs={cell}>
                <RunTexts runs={cell} />
              </Annotated>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>
                <Annotated runs={cell}>
                  <RunTexts runs={cell} />
                </Annotated>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </figure>
);

export const RunTexts = ({ runs }: { readonly runs: readonly MarkdownRun[] }) =>
  runs.map((run, index) => <Fragment key={index}>{drawRun(run)}</Fragment>);
// biome-ignore-end lint/suspicious/noArrayIndexKey: see above.

export function Annotated({ runs, children }: { readonly runs: readonly MarkdownRun[]; readonly children: ReactNode }) {
  const annotations = use(AnnotationsContext);
  return annotations ? annotations.block(runs, children) : children;
}

function RunText({ run }: { readonly run: MarkdownRun }) {
  const annotations = use(AnnotationsContext);
  return annotations ? annotations.run(run) : run.text;
}

function drawRun(run: MarkdownRun): ReactNode {
  const { text, bold, italic, struck, code, href } = run;
  let drawn: ReactNode = text === '\n' ? <br /> : <RunText run={run} />;
  if (code) drawn = <code>{drawn}</code>;
  if (bold) drawn = <strong>{drawn}</strong>;
  if (italic) drawn = <em>{drawn}</em>;
  if (struck) drawn = <del>{drawn}</del>;
  // Linked sites get no referrer.
  if (href)
    drawn = (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {drawn}
      </a>
    );
  return drawn;
}
