// Runs a grammar checker piece by piece within a CPU budget; the report says what was not read.
import type { Check, Finding } from 'fanfare/plugin';
import { checkOfFindings, createCheck, toCheckMessage } from '../check.ts';
import { type HasTime, splitTextChunks, type TextChunk } from '../pieces.ts';

type GrammarRead = { readonly findings: readonly Finding[]; readonly readTo: number; readonly isWhole: boolean };

export async function readGrammar(
  text: string,
  findingsIn: (piece: TextChunk) => Promise<readonly Finding[] | undefined>,
  hasTime: HasTime,
): Promise<GrammarRead> {
  const findings: Finding[] = [];
  let readTo = 0;
  for (const piece of splitTextChunks(text)) {
    const found = hasTime() ? await findingsIn(piece) : undefined;
    if (!found) return { findings, readTo, isWhole: false };
    findings.push(...found);
    readTo = piece.readTo;
  }
  return { findings, readTo, isWhole: true };
}

export const createGrammarCheck = ({ findings, readTo, isWhole }: GrammarRead): Check =>
  isWhole
    ? checkOfFindings('grammar', findings)
    : createCheck('grammar', 'look', toCheckMessage('grammar.partly', { characters: readTo, count: findings.length }), findings);
