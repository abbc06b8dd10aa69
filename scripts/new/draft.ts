// The files that a generator writes, before anything is on disk: a fault leaves the tree as it was.

/** The caller asked for something that cannot be written; the message is shown as it is. */
export class NewFault extends Error {
  override readonly name = 'NewFault';
}

export type Draft = {
  /** Each new or changed file with its whole text, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The text as it will be; undefined if there is no such file. */
  read(path: string): string | undefined;
  create(path: string, text: string): void;
  change(path: string, ...changes: readonly ((text: string) => string | undefined)[]): void;
};

export function openDraft(readFile: (path: string) => string | undefined): Draft {
  const files = new Map<string, string>();
  const read = (path: string) => files.get(path) ?? readFile(path);
  return {
    files,
    read,
    create(path, text) {
      if (read(path) !== undefined) throw new NewFault(`${path} exists already.`);
      files.set(path, text);
    },
    change(path, ...changes) {
      let text = read(path);
      if (text === undefined) throw new NewFault(`There is no ${path}.`);
      for (const change of changes) {
        text = change(text);
        if (text === undefined) throw new NewFault(`${path} has another form than scripts/new expects; add the row by hand.`);
      }
      files.set(path, text);
    },
  };
}

/** After the last import; `npm run format` sorts them. */
export const addImport = (line: string) => (text: string) => {
  const imports = [...text.matchAll(/^(?:import|\} from) .*;\n/gm)];
  const last = imports.at(-1);
  const at = last ? last.index + last[0].length : text.search(/^(?!\/\/)/m);
  return `${text.slice(0, at)}${last ? '' : '\n'}${line}\n${text.slice(at)}`;
};

/** `anchor`: the beginning of the line that the new lines go before. */
export const addBefore = (anchor: string, lines: string) => (text: string) => {
  const at = text.indexOf(`\n${anchor}`);
  return at === -1 ? undefined : `${text.slice(0, at + 1)}${lines}\n${text.slice(at + 1)}`;
};

/** `anchor`: the beginning of the line that the new lines go after. */
export const addAfter = (anchor: string, lines: string) => (text: string) => {
  const start = text.indexOf(`\n${anchor}`);
  const end = text.indexOf('\n', start + 1);
  return start === -1 || end === -1 ? undefined : `${text.slice(0, end + 1)}${lines}\n${text.slice(end + 1)}`;
};

export const append = (lines: string) => (text: string) => `${text.trimEnd()}\n\n${lines}\n`;

export const replaceOnce = (pattern: RegExp, by: string) => (text: string) => (pattern.test(text) ? text.replace(pattern, by) : undefined);
