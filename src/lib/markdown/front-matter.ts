// A Markdown file that begins with its data between two lines "---", taken apart so that lines are counted as the owner's editor counts them.

export type FrontMatter = {
  /** The data, with an empty line for its fence; '' where the file has none. */
  readonly head: string;
  readonly markdown: string;
  /** The line of the file on which the Markdown begins. */
  readonly firstLine: number;
};

/** The line ends of Windows are read as any other. */
export function splitFrontMatter(source: string): FrontMatter {
  const unified = source.replaceAll('\r\n', '\n');
  const [whole, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(unified) ?? [''];
  return { head: head && `\n${head}\n`, markdown: unified.slice(whole.length), firstLine: whole.split('\n').length };
}

export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
