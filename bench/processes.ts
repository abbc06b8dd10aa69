// Processor time and memory of processes, from /proc; zero where there is none.
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of /proc. */
const TICKS_PER_SECOND = 100;

/** User and system time of a process and its descendants, with those that have ended. */
export const measureCpuSeconds = (top: number): number => sumTree(top, readCpuSeconds);

export const measureMebibytes = (top: number): number =>
  sumTree(top, (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0)) / 1_024;

const sumTree = (top: number, measure: (pid: number) => number): number => toTree(top).reduce((sum, pid) => sum + measure(pid), 0);

export function toTree(top: number): number[] {
  const parents = new Map(listPids().map((pid) => [pid, Number(readStat(pid)[1])]));
  const of = (pid: number): number[] => [pid, ...[...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => of(child))];
  return of(top);
}

function listPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** With its ended children. */
const readCpuSeconds = (pid: number): number =>
  readStat(pid)
    .slice(11, 15)
    .reduce((sum, each) => sum + Number(each), 0) / TICKS_PER_SECOND;

/** The fields after the name, which may contain spaces. */
const readStat = (pid: number): string[] =>
  readText(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
