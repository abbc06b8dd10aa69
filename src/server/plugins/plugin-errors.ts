// What is wrong with a plugin by its shape and its version alone.
import * as z from 'zod/mini';
import { builtInChecks } from '#modules/catalogue/kinds/shapes.ts';
import { deliverables, isPluginPart, makerNames } from '#modules/catalogue/shapes.ts';
import { takeAwayKinds } from '#modules/fulfilment/shapes.ts';
import { PLUGIN_API, type Plugin } from './plugin.ts';

const MAX_PARTS = 100;
const name = z.string().check(z.regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/), z.maxLength(60));
const label = z.string().check(z.minLength(1), z.maxLength(120));
const createLimitCheck = <T>() =>
  z.refine<Readonly<Record<string, T>>>((parts) => Object.keys(parts).length <= MAX_PARTS, `must be at most ${MAX_PARTS}`);
const func = z.custom<() => unknown>((value) => typeof value === 'function');
const MAX_SECONDS = 600;
const MAX_MEBIBYTES = 4_000;
const makerShape = z.strictObject({
  label,
  needsNetwork: z.optional(z.boolean()),
  limits: z.optional(
    z.strictObject({
      seconds: z.int().check(z.gte(1), z.lte(MAX_SECONDS)),
      mebibytes: z.int().check(z.gte(100), z.lte(MAX_MEBIBYTES)),
    }),
  ),
  isInstant: z.optional(z.boolean()),
  make: func,
});
const kindShape = z.strictObject({
  label,
  checks: z.optional(z.array(z.enum(builtInChecks))),
  maker: z.optional(
    z
      .string()
      .check(
        z.refine((each) => (makerNames as readonly string[]).includes(each) || isPluginPart(each), 'must be a maker, such as plugin:maker'),
      ),
  ),
  delivers: z.optional(z.array(z.enum(deliverables)).check(z.minLength(1))),
  fileTypes: z.optional(z.array(z.string().check(z.regex(/^[a-z0-9]{1,8}$/, 'must be an extension without its dot')))),
  checkBrief: z.optional(func),
  checkDelivery: z.optional(func),
});
const pluginShape = z.strictObject({
  name,
  api: z.optional(z.int().check(z.gte(1))),
  serviceKinds: z.optional(z.record(name, kindShape).check(createLimitCheck())),
  makers: z.optional(z.record(name, makerShape).check(createLimitCheck())),
  gate: z.optional(z.strictObject({ rules: z.looseObject({ safeParse: func }), open: func })),
  checkText: z.optional(func),
  paymentProvider: z.optional(func),
  taxRule: z.optional(func),
  notices: z.optional(z.strictObject({ staff: z.optional(func), customer: z.optional(func) })),
  exporters: z.optional(
    z.record(
      z
        .string()
        .check(
          z.refine((as) => /^[a-z0-9]{1,10}$/.test(as) && !(takeAwayKinds as readonly string[]).includes(as), 'must be a new extension'),
        ),
      z.strictObject({ label, make: func }),
    ),
  ),
});

const versionShape = z.object({ api: z.number() });

/** Empty if nothing is wrong. */
export function findPluginErrors(plugin: unknown): string[] {
  // A newer plugin may have parts that this shop does not know, so its version is read first.
  const { api = 0 } = versionShape.safeParse(plugin).data ?? {};
  if (api > PLUGIN_API)
    return [`needs version ${api} of the plugin API, and this shop has ${PLUGIN_API}: update the shop, or use an older plugin`];
  const parsed = pluginShape.safeParse(plugin);
  if (parsed.success) return listLostMakers(plugin as Plugin);
  return parsed.error.issues.map((issue) => {
    const path = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') return `is no plugin: ${[path, ...issue.keys].filter(Boolean).join('.')} is unknown`;
    return path === '' ? 'has no plugin as its default export' : `is no plugin: ${path}: ${issue.message}`;
  });
}

/** A kind may name a maker of its own plugin, which must be there. */
const listLostMakers = ({ name, makers = {}, serviceKinds = {} }: Plugin): string[] =>
  Object.entries(serviceKinds).flatMap(([kind, { maker = '' }]) =>
    maker.startsWith(`${name}:`) && !Object.hasOwn(makers, maker.slice(name.length + 1))
      ? [`is no plugin: serviceKinds.${kind}.maker: it has no maker ${maker}`]
      : [],
  );
