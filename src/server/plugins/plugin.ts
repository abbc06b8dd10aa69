// The plugin API: all that a plugin may import from the shop. A plugin is a package that adds kinds of
// service, makers, a payment provider, a tax rule or receivers of notices. See docs/extending.md.

import type { Gate, ServiceKind } from '#modules/catalogue/kinds/shapes.ts';
import type { DeliveryExporter } from '#modules/fulfilment/deps.ts';
import type { MakerBrief } from '#modules/fulfilment/maker.ts';
import type { CheckReport } from '#modules/fulfilment/shapes-report.ts';
import type { Treatment, TreatmentRequest } from '#modules/invoicing/rules.ts';
import type { CustomerNotice } from '#modules/mail/shapes.ts';
import type { StaffNotice } from '#modules/notices/notify-plugin.ts';
import type { BadWebhook, Provider } from '#modules/payments/provider.ts';

export { csvFile } from '#lib/csv.ts';
export { findPlaceholders } from '#lib/markdown/placeholders.ts';
export { countWords } from '#lib/markdown/word-count.ts';
export type { Message } from '#lib/user-error.ts';
export type {
  BriefFinding,
  BuiltInCheck,
  DeliveryFinding,
  Gate,
  GateRequest,
  Judgement,
  JudgeRequest,
  KindBrief,
  KindDelivery,
  KindMessage,
  ServiceKind,
} from '#modules/catalogue/kinds/shapes.ts';
export type { Ordered } from '#modules/catalogue/shapes.ts';
export type { ExportedDelivery } from '#modules/fulfilment/deps.ts';
export type { BriefPlatform, MakerBrief } from '#modules/fulfilment/maker.ts';
export type {
  Check,
  CheckMessage,
  CheckName,
  CheckReport,
  CheckState,
  Finding,
  FindingKind,
  Readability,
  TextLanguage,
} from '#modules/fulfilment/shapes-report.ts';
export type { Treatment, TreatmentRequest } from '#modules/invoicing/rules.ts';
export type { CustomerNotice } from '#modules/mail/shapes.ts';
export type { StaffNotice } from '#modules/notices/notify-plugin.ts';
export type { Provider, ProviderEvent } from '#modules/payments/provider.ts';
/** Where a file is that comes with the product, by its path in the repository; a release has copies. */
export { codeFile } from '#platform/paths.ts';

/** A piece in Markdown with its files. The shop checks the text before a person sees it. */
export type PluginPiece = {
  readonly text: string;
  readonly files?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Names and versions of programs and models that were used, shown with the delivery. */
  readonly help?: readonly string[];
};

/**
 * An automatic report about the customer's own text, the answer to the question `text`: the shop draws it, as
 * a page with its marks, corrections to take and a document of them, PDF and JSON.
 */
export type PluginReport = { readonly report: CheckReport; readonly help?: readonly string[] };

/** Why there is no piece, in plain English for the desk. A person makes the piece then. */
export type PluginFailure = { readonly failed: string };

/**
 * Drafts a piece for a person to finish. Runs in a process of its own: without environment variables, other
 * files than the plugin's and the shop's, child processes or, unless `needsNetwork`, a network.
 */
export type PluginMaker = {
  /** For the desk: "Glossary drafts". */
  readonly label: string;
  readonly needsNetwork?: boolean;
  /** Including the start of the process. Default: 60 seconds and 700 MiB. */
  readonly limits?: { readonly seconds: number; readonly mebibytes: number };
  /** Its pieces are delivered without a person, for offers with `isInstant`. */
  readonly isInstant?: boolean;
  readonly make: (brief: MakerBrief) => Promise<PluginPiece | PluginReport | PluginFailure>;
};

/** What a provider needs of the shop. */
export type ProviderTools = {
  /** Without a slash at its end. */
  readonly shopUrl: string;
  readonly isProduction: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  /** To throw for a webhook with a wrong signature, an old timestamp or an unreadable body. */
  readonly BadWebhook: typeof BadWebhook;
  /** To throw where a retry cannot help. */
  readonly PermanentError: new (
    message: string,
  ) => Error;
};

/** The version of this API. A plugin that needs a later one is refused at the start. */
export const PLUGIN_API = 2;

export type Plugin = {
  /**
   * Small letters, digits and hyphens. It is part of the names of its makers and of webhook addresses, so it
   * never changes.
   */
  readonly name: string;
  /** The version of this API that it needs. Absent: 1. */
  readonly api?: number;
  /**
   * By name; in the catalogue `kind: <plugin>:<name>`. Their checks run in a process of their own: without
   * environment variables, other files than the plugin's and the shop's, child processes or a network.
   */
  readonly serviceKinds?: Readonly<Record<string, ServiceKind>>;
  /** By name; in the catalogue `maker: <plugin>:<name>`. */
  readonly makers?: Readonly<Record<string, PluginMaker>>;
  /**
   * Refuses or holds what customers ask for. It runs in the shop's own process, so it must be fast, and it
   * decides by the request and its rules alone. Of several plugins, the first one judges.
   */
  readonly gate?: Gate;
  /**
   * Checks the text of a draft and of a piece that a maker drafted, where makers run. `brief.checks`: those
   * that suit its kind. Of several plugins, the first one checks.
   */
  readonly checkText?: (text: string, brief: MakerBrief) => CheckReport | Promise<CheckReport>;
  /** Takes new payments instead of the shop's own provider. Its `name` is that of the plugin. */
  readonly paymentProvider?: (tools: ProviderTools) => Provider | Promise<Provider>;
  /**
   * Formats in which customers download a delivery, beside Markdown, DOCX, PDF and ZIP. By file extension.
   */
  readonly exporters?: Readonly<Record<string, { readonly label: string; readonly make: DeliveryExporter['make'] }>>;
  /**
   * Receives what the shop tells its staff and its customers, such as new orders, deliveries and requested
   * changes. Each notice comes at least once, after the change is stored: a handler that throws, or takes
   * longer than `NOTICE_SECONDS`, gets it again for a day, with the same `id`. Runs in a thread.
   */
  readonly notices?: {
    readonly staff?: (notice: StaffNotice) => void | Promise<void>;
    readonly customer?: (notice: CustomerNotice) => void | Promise<void>;
  };
  /** The VAT of a sale. `usual`: what shop/tax.yaml says. */
  readonly taxRule?: (request: TreatmentRequest, usual: Treatment) => Treatment;
};

/** For one notice, including the start of the thread. */
export const NOTICE_SECONDS = 10;

/** Checks the types of a plugin's default export. */
export const definePlugin = (plugin: Plugin): Plugin => plugin;
