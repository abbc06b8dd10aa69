// Writes values as YAML. Pure.
import { stringify } from 'yaml';
import type { Tree } from './merge.ts';

export const formatYaml = (value: Tree): string => stringify(value, { lineWidth: 0 });
