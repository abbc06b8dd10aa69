// Makers of plugins: where their code is, and what they may answer.
import * as z from 'zod/mini';
import { nameLine, toCleanLines, toOneLine } from '#lib/markdown/plain-text.ts';
import { findExcess } from '../files/inspect-file.ts';
import type { ReportSettings } from '../report/draw.ts';
import { type CheckReport, checkReportShape } from '../shapes-report.ts';
import type { ProductionBrief, RunFailure, UncheckedPiece } from './maker.ts';
import type { MakerLimits } from './table.ts';

export type MakerPlugin = {
  /** "<plugin>:<maker>", as in the catalogue. */
  readonly name: string;
  /** For the desk. */
  readonly label: string;
  readonly asksOut: boolean;
  readonly isInstant: boolean;
  readonly limits: MakerLimits;
  /** Address of the plugin's entry. */
  readonly module: string;
  /** The folder that its process may read. */
  readonly folder: string;
};

/** A name without that of its plugin is the first plugin's that has it. */
export const findMaker = (plugins: readonly MakerPlugin[], name: string): MakerPlugin | undefined =>
  plugins.find((each) => each.name === name || each.name.endsWith(`:${name}`));

const TEXT_CHARS = 200_000;
const NAME_CHARS = 120;
const MAX_PROGRAMS = 20;

const files = z.optional(
  z.array(
    z.object({
      name: z.string().check(z.overwrite(nameLine), z.regex(/^[^/\\]+$/), z.maxLength(NAME_CHARS)),
      bytes: z.instanceof(Uint8Array),
    }),
  ),
);
const help = z.optional(z.array(z.string().check(z.overwrite(toOneLine), z.maxLength(NAME_CHARS))).check(z.maxLength(MAX_PROGRAMS)));
const pieceShape = z.object({ text: z.string().check(z.overwrite(toCleanLines), z.minLength(1), z.maxLength(TEXT_CHARS)), files, help });
const reportShape = z.object({ report: checkReportShape, help });
const failureShape = z.object({ failed: z.string().check(z.overwrite(toOneLine), z.minLength(1)) });

type PluginAnswer = z.output<typeof pieceShape> | z.output<typeof reportShape> | z.output<typeof failureShape>;

/** What a plugin's maker answered, or what is wrong with it. */
export function parsePluginAnswer(answer: unknown): PluginAnswer | string {
  const failure = failureShape.safeParse(answer);
  if (failure.success) return failure.data;
  const report = reportShape.safeParse(answer);
  if (report.success) return report.data;
  const piece = pieceShape.safeParse(answer);
  const excess = piece.success ? findExcess(piece.data.files ?? []) : undefined;
  if (excess !== undefined) return `answers too much: ${excess}`;
  if (piece.success) return piece.data;
  return `answers neither a piece nor { failed }: ${formatIssue(piece.error)}`;
}

const formatIssue = ({ issues: [issue] }: z.core.$ZodError): string => `${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? ''}`;

type PluginModule = {
  readonly default: {
    readonly makers?: Readonly<Record<string, { make(brief: ProductionBrief): Promise<unknown> } | undefined>>;
    readonly checkText?: (text: string, brief: ProductionBrief) => unknown;
  };
};

/** Runs in the makers' thread. A report about the customer's own text becomes a piece here. */
export async function runPluginMaker(
  module: string,
  name: string,
  brief: ProductionBrief,
  settings: ReportSettings,
): Promise<UncheckedPiece | RunFailure> {
  const { default: plugin } = (await import(module)) as PluginModule;
  const own = plugin.makers?.[name.slice(name.indexOf(':') + 1)];
  const outcome = parsePluginAnswer(await own?.make(brief));
  if (typeof outcome === 'string') return { failed: 'rubbish', why: `The plugin ${outcome}.` };
  if ('failed' in outcome) return { failed: 'rubbish', why: outcome.failed };
  const help = outcome.help ?? [];
  if ('text' in outcome) return { text: outcome.text, files: outcome.files ?? [], help };
  const { makeReportPiece } = await import('../report/draw.ts');
  return { ...(await makeReportPiece(outcome.report, brief, settings)), report: outcome.report, help };
}

/** Runs in the makers' thread, too. */
export async function checkByPlugin(module: string, text: string, brief: ProductionBrief): Promise<CheckReport | RunFailure> {
  const { default: plugin } = (await import(module)) as PluginModule;
  const report = checkReportShape.safeParse(await plugin.checkText?.(text, brief));
  return report.success ? report.data : { failed: 'rubbish', why: `The plugin answers no report: ${formatIssue(report.error)}.` };
}
