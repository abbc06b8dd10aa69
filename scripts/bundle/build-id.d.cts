export function getBuildId(root: string): string | undefined;
export function isBuilt(root: string): boolean;
