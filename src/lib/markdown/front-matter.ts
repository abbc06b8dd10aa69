// Splits a Markdown file into front matter and body; line numbers stay those of the file.

export type FrontMatter = {
  /** The YAML, with an empty line for its fence; '' if there is none. */
  readonly head: string;
  readonly markdown: string;
  /** Line of the file at which the Markdown begins. */
  readonly firstLine: number;
};

/** Accepts Windows line endings. */
export function splitFrontMatter(source: string): FrontMatter {
  const unified = source.replaceAll('\r\n', '\n');
  const [frontMatter, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(unified) ?? [''];
  return { head: head && `\n${head}\n`, markdown: unified.slice(frontMatter.length), firstLine: frontMatter.split('\n').length };
}

export const getLineNumber = (text: string, index: number): number => text.slice(0, index).split('\n').length;
