export function isCurrent(root: string): boolean;
export function isQuicklyCompressed(root: string): boolean;
export const listed: string;
export function stateOf(root: string, path: string): readonly [changedAtMs: number, bytes: number];
