// Names of pins and pictures on the page.
import type { Pin } from '../review/use-revision.ts';

export const pinKey = ({ fileId, x, y }: Pick<Pin, 'fileId' | 'x' | 'y'>): string => `${fileId} ${x} ${y}`;
export const getSurfaceId = (fileId: string): string => `picture-${fileId}`;
