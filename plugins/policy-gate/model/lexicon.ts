// Finds the words of concepts in a text with a trie.
import { processInSlices } from '../in-slices.ts';
import type { VocabularyEntry, WordRole } from '../vocabulary.ts';
import { encodeCharacters, isJapaneseCode } from './codes.ts';
import { concepts } from './concepts.ts';
import { finerConcepts } from './finer-concepts.ts';

/** All concepts. The position of a concept is its number, which the model's weights depend on. */
const ideas = { ...concepts, ...finerConcepts };

/** A trie of the concepts' words. `ids`: for each node, the numbers of the concepts whose word ends there. */
export type Lexicon = { readonly next: Steps; readonly ids: readonly (readonly number[])[] };

/** The roles of words in the owner's rule file are concepts too, numbered after the others. */
const roles: readonly WordRole[] = ['thing', 'deed', 'phrase', 'getting', 'asking', 'faking', 'negation', 'about', 'work', 'turn', 'owned'];

export async function makeLexicon(entries: readonly VocabularyEntry[]): Promise<Lexicon> {
  const tree = new Tree();
  await processInSlices(Object.values(ideas).entries(), ([concept, words]) => {
    for (const raw of words.split('|')) {
      const word = raw.trim();
      tree.plant(encodeCharacters(word.replace(/\*$/, '')), concept, word.endsWith('*'));
    }
  });
  await processInSlices(entries, ({ text, role }) => {
    const at = roles.indexOf(role);
    if (at !== -1) tree.plant(encodeCharacters(text), Object.keys(ideas).length + at, false);
  });
  return { next: new Steps(tree.next), ids: tree.ids };
}

export const PREFIX = 1;
export const WHOLE = 2;
const NODE = 65_536;

class Tree {
  readonly next = new Map<number, number>();
  readonly ids: number[][] = [[]];

  /**
   * The last step of a word is PREFIX or WHOLE. Japanese words end in PREFIX, because they match inside
   * others.
   */
  plant(codes: Uint16Array, concept: number, isPrefix: boolean): void {
    if (codes.length === 0) return;
    let node = 0;
    for (const code of [...codes, isPrefix || isJapaneseCode(codes[codes.length - 1] ?? 0) ? PREFIX : WHOLE]) node = this.step(node, code);
    const ids = this.ids[node] ?? [];
    if (!ids.includes(concept)) ids.push(concept);
  }

  private step(node: number, code: number): number {
    const known = this.next.get(node * NODE + code);
    if (known !== undefined) return known;
    const made = this.ids.push([]) - 1;
    this.next.set(node * NODE + code, made);
    return made;
  }
}

/** The trie's edges in one typed hash table. With a Map, lookups took two thirds of the time for a text. */
class Steps {
  private readonly keys: Int32Array;
  private readonly nodes: Int32Array;
  private readonly mask: number;

  constructor(steps: ReadonlyMap<number, number>) {
    let size = 1;
    while (size < steps.size * 3) size *= 2;
    this.mask = size - 1;
    this.keys = new Int32Array(size).fill(-1);
    this.nodes = new Int32Array(size);
    for (const [key, node] of steps) {
      let at = Steps.slot(key) & this.mask;
      while (this.keys[at] !== -1) at = (at + 1) & this.mask;
      this.keys[at] = key;
      this.nodes[at] = node;
    }
  }

  /** The node after this letter; 0, the root, if there is none. */
  get(node: number, code: number): number {
    const key = node * NODE + code;
    for (let at = Steps.slot(key) & this.mask; ; at = (at + 1) & this.mask) {
      const found = this.keys[at];
      if (found === key) return this.nodes[at] as number;
      if (found === -1) return 0;
    }
  }

  private static slot(key: number): number {
    const mixed = Math.imul(key ^ (key >>> 16), 0x45d9f3b);
    return mixed ^ (mixed >>> 15);
  }
}
