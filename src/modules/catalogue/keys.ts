// Enum keys in the owner's files: the contract's names with a lower-case first letter.
import { Platform, ServiceType } from './shapes.ts';

const camel = <K extends string>(key: K) => (key.charAt(0).toLowerCase() + key.slice(1)) as Uncapitalize<K>;
export const serviceKeys = (Object.keys(ServiceType) as (keyof typeof ServiceType)[]).map(camel);
export const platformKeys = (Object.keys(Platform) as (keyof typeof Platform)[]).map(camel);
export const serviceTypeOf = new Map(Object.entries(ServiceType).map(([key, type]) => [camel(key), type]));
export const platformOf = new Map(Object.entries(Platform).map(([key, platform]) => [camel(key), platform]));
