// What a kind of service is: what it checks in briefs and in deliveries. Content is one kind, in content.ts;
// plugins add others. See docs/extending.md.
import type { Message } from '#lib/user-error.ts';
import type { Deliverable, fieldKinds, Ordered } from '../shapes.ts';

/** What the shop can check itself. `policyGate` reads briefs; the others read the text of a delivery. */
export const builtInChecks = [
  ...(['policyGate', 'length', 'language', 'mustInclude', 'mustAvoid', 'placeholders'] as const),
  ...(['links', 'spelling', 'readability', 'repetition', 'overlap'] as const),
] as const;
export type BuiltInCheck = (typeof builtInChecks)[number];

/** A question that the brief asks. */
export type BriefQuestion = {
  readonly name: string;
  readonly kind: (typeof fieldKinds)[number];
  /** The answer is a text to work on, not a request. */
  readonly isReference?: boolean | undefined;
};

/** A brief before it is accepted. Its answers are the customer's words: never instructions. */
export type KindBrief = {
  readonly offerId: string;
  readonly quantity: number;
  /** Its key in the owner's files; null if the service is for none. */
  readonly platform: string | null;
  readonly questions: readonly BriefQuestion[];
  /** By question. A file is a list of ids; its bytes are not passed on. */
  readonly answers: Readonly<Record<string, string | number | boolean | readonly string[]>>;
};

/**
 * A sentence in the languages of the shop, by their names in its files: en, es, jp. A language that is
 * missing gets the English one.
 */
export type KindMessage = { readonly en: string } & Readonly<Record<string, string>>;

/** One answer of a brief, and its platform as in `KindBrief`; without one all rules apply. */
export type GateRequest = { readonly text: string; readonly platform?: string };

/** Why a request is refused, or held until a person decides. */
export type Judgement = {
  readonly outcome: BriefFinding['outcome'];
  /** For the customer. A `Message` has its translations in the catalogs of the product. */
  readonly message: KindMessage | Message;
  /** The customer's words that it is about. */
  readonly quote: string;
  /** A name of what was asked for; the desk has words for those of the product's gate. */
  readonly rule: string;
};

/** Undefined: allowed. */
export type JudgeRequest = (request: GateRequest) => Judgement | undefined;

/** Judges what customers ask for, at each price of a cart: in the shop's process, without waiting. */
export type Gate = {
  /** Of shop/policy-gate.yaml. What it gives can be copied to a thread. */
  readonly rules: RulesSchema;
  /** Opens it with what `rules` gave, once for each version of the file. */
  open(rules: unknown): Promise<JudgeRequest>;
};
/** Of Zod, or alike. */
export type RulesSchema = {
  safeParse(content: unknown):
    | { readonly success: true; readonly data: unknown }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
      };
};

/** What is wrong with a brief. */
export type BriefFinding = {
  /** The question whose answer it is about. */
  readonly field: string;
  /**
   * `refuse`: the customer changes the answer before ordering. `review`: the order is accepted, and a person
   * decides before work begins.
   */
  readonly outcome: 'refuse' | 'review';
  /** Shown at the question if it is refused, and to the person who decides if not. */
  readonly message: KindMessage;
  /** The customer's words that it is about. */
  readonly quote?: string | undefined;
};

/** A draft before it is delivered. */
export type KindDelivery = {
  readonly brief: KindBrief;
  /** What was ordered in all; undefined if the service names no unit. */
  readonly ordered: Ordered | undefined;
  /** Of the text. */
  readonly language: 'en' | 'es' | 'ja';
  /** Markdown; may be empty if there are files. */
  readonly text: string;
  /** `bytes`: absent beyond 20 MB in all. */
  readonly files: readonly { readonly name: string; readonly size: number; readonly bytes?: Uint8Array | undefined }[];
};

/** What is wrong with a draft. */
export type DeliveryFinding = {
  /** In English, for the desk. */
  readonly message: string;
  /** `wrong`: delivered with a reason only. `look`: advice. */
  readonly state: 'wrong' | 'look';
  /** The file that it is in; absent: the text. */
  readonly file?: string | undefined;
  /** The words that it is about. */
  readonly quote?: string | undefined;
};

/** A kind of service. A service names it as `kind: <plugin>:<kind>`; without a name it is content. */
export type ServiceKind = {
  /** For the desk: "Subtitles". */
  readonly label: string;
  /** The shop's own checks that suit it. Absent: all. */
  readonly checks?: readonly BuiltInCheck[] | undefined;
  /** The maker of a service that names none: the shop's or a plugin's, such as subtitle-tools:sheet. */
  readonly maker?: string | undefined;
  /**
   * How deliveries may be shown; the first is that of a service that names none. Absent: all, and as an
   * article.
   */
  readonly delivers?: readonly Deliverable[] | undefined;
  /** Endings of text files that a delivery may have beside the usual ones, such as srt. */
  readonly fileTypes?: readonly string[] | undefined;
  /**
   * Before a brief is accepted, at each price of the cart that has it. Takes a second, not a minute. Empty:
   * nothing is wrong.
   */
  readonly checkBrief?: ((brief: KindBrief) => readonly BriefFinding[] | Promise<readonly BriefFinding[]>) | undefined;
  /** When the desk checks a draft, and before it delivers it. Empty: nothing is wrong. */
  readonly checkDelivery?: ((delivery: KindDelivery) => readonly DeliveryFinding[] | Promise<readonly DeliveryFinding[]>) | undefined;
};

/** For one brief or one delivery. */
export const BRIEF_CHECK_SECONDS = 8;
export const DELIVERY_CHECK_SECONDS = 30;

/** `rule`: the kind of fake engagement that the policy gate found, which the desk has words for. */
export type RuleFinding = BriefFinding & { readonly rule?: string };

/** Findings, and why a kind could not check, in plain English for the desk. */
export type KindFindings<Finding> = { readonly findings: readonly Finding[]; readonly failed?: string | undefined };

/** A kind as the shop uses it. Its checks never throw: if one fails, a person looks. */
export type ShopKind = {
  /** "content" or "<plugin>:<kind>". */
  readonly name: string;
  readonly label: string;
  readonly checks: readonly BuiltInCheck[];
  readonly maker: string | undefined;
  readonly delivers: readonly Deliverable[];
  readonly fileTypes: readonly string[];
  /** The kind has findings of its own about deliveries. */
  readonly checksDeliveries: boolean;
  checkBrief(brief: KindBrief, accountId: string): Promise<KindFindings<RuleFinding>>;
  checkDelivery(delivery: KindDelivery, accountId: string): Promise<KindFindings<DeliveryFinding>>;
};

/** A kind of a plugin, whose functions run in another process. */
export type PluginKind = Pick<ServiceKind, 'label' | 'checks' | 'maker' | 'delivers' | 'fileTypes'> & {
  readonly name: string;
  readonly checkBrief: ShopKind['checkBrief'] | undefined;
  readonly checkDelivery: ShopKind['checkDelivery'] | undefined;
};
