// The schema of a look. Apart from look.ts, because the desk's app contains no zod.
import * as z from 'zod/mini';
import { isHexColour } from './colour.ts';
import { cornerNames, defaultLook, densityNames, typeNames } from './look.ts';

export const shopLookShape = z.strictObject({
  accent: z.optional(z.string().check(z.refine(isHexColour, 'must be a colour such as "#1f5fd0"'))),
  type: z._default(z.enum(typeNames), defaultLook.type),
  corners: z._default(z.enum(cornerNames), defaultLook.corners),
  density: z._default(z.enum(densityNames), defaultLook.density),
});
