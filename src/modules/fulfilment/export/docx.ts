// Exports a delivery as DOCX, with real headings, lists, tables and links.
import {
  BorderStyle,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  type IParagraphOptions,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Block, MarkdownRun } from '#lib/markdown/markdown.ts';
import type { ExportDocument } from './sheet.ts';

const levels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;
const NUMBERING_REFERENCE = 'numbered';
const MAX_LIST_LEVEL = 8;

export async function makeDocx({ title, author, lang, deliveredAt, blocks, howMade }: ExportDocument): Promise<Uint8Array> {
  let lists = 0;
  const document = new Document({
    title,
    creator: author,
    lastModifiedBy: author,
    ...(howMade
      ? {
          keywords: howMade.line,
          customProperties: Object.entries(howMade.properties).map(([name, value]) => ({ name, value })),
        }
      : {}),
    styles: { default: { document: { run: { font: 'Calibri', size: 22, language: { value: lang, eastAsia: 'ja' } } } } },
    numbering: {
      config: [
        {
          reference: NUMBERING_REFERENCE,
          levels: Array.from({ length: MAX_LIST_LEVEL + 1 }, (_, level) => ({
            level,
            format: LevelFormat.DECIMAL,
            text: `%${level + 1}.`,
            style: { paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } } },
          })),
        },
      ],
    },
    sections: [{ children: [...toChildren(blocks, { nextList: () => lists++ }), ...createLastLine(howMade)] }],
  });
  return setTimestamps(new Uint8Array(await Packer.toBuffer(document)), deliveredAt);
}

const createLastLine = (howMade: ExportDocument['howMade']): Paragraph[] =>
  howMade ? [new Paragraph({ spacing: { before: 360 }, children: [new TextRun({ text: howMade.line, size: 18, color: '5B6170' })] })] : [];

const CORE = 'docProps/core.xml';
/** ZIP dates begin in 1980. */
const EARLIEST_YEAR = 1980;

/** Replaces the library's time stamps by the delivery's, so that the bytes are reproducible. */
export function setTimestamps(docx: Uint8Array, deliveredAt: string): Uint8Array {
  const files = unzipSync(docx);
  const core = files[CORE];
  if (core) files[CORE] = strToU8(strFromU8(core).replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${deliveredAt.slice(0, 19)}Z`));
  const mtime = new Date(deliveredAt);
  return zipSync(files, { mtime: mtime.getUTCFullYear() < EARLIEST_YEAR ? new Date(Date.UTC(EARLIEST_YEAR, 0, 2)) : mtime });
}

type Place = {
  readonly nextList: () => number;
  /** Depth of list nesting, from 0; absent outside lists. */
  readonly level?: number;
  readonly list?: IParagraphOptions;
  readonly indent?: number;
};

function toChildren(blocks: readonly Block[], place: Place): (Paragraph | Table)[] {
  return blocks.flatMap((block) => toChild(block, place));
}

function toChild(block: Block, place: Place): (Paragraph | Table)[] {
  const { list = {}, indent } = place;
  const shared = { ...list, ...(indent === undefined ? {} : { indent: { left: indent } }) };
  switch (block.kind) {
    case 'heading':
      return [
        new Paragraph({
          heading: levels[Math.min(block.depth, levels.length) - 1] ?? HeadingLevel.HEADING_6,
          children: toWords(block.runs),
        }),
      ];
    case 'paragraph':
      return [new Paragraph({ ...shared, spacing: { after: 120 }, children: toWords(block.runs) })];
    case 'list':
      return readList(block, place);
    case 'quote':
      return toChildren(block.blocks, { ...place, indent: (indent ?? 0) + 720 });
    case 'code':
      return block.text.split('\n').map((text) => new Paragraph({ ...shared, children: [new TextRun({ text, font: 'Consolas' })] }));
    case 'rule':
      return [new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: 'C9CDD6', space: 1 } } })];
    case 'table':
      return [
        new Table({
          width: { size: 100, type: WidthType.PERCENTAGE },
          rows: [block.head, ...block.rows].map(
            (cells, row) =>
              new TableRow({
                tableHeader: row === 0,
                children: cells.map(
                  (runs) => new TableCell({ children: [new Paragraph({ children: toWords(row === 0 ? runs.map(asBold) : runs) })] }),
                ),
              }),
          ),
        }),
      ];
  }
}

const asBold = (run: MarkdownRun): MarkdownRun => ({ ...run, bold: true });

/** Each numbered list starts at one. */
function readList({ ordered, items }: Extract<Block, { kind: 'list' }>, place: Place): (Paragraph | Table)[] {
  const level = Math.min((place.level ?? -1) + 1, MAX_LIST_LEVEL);
  const instance = place.nextList();
  const list = ordered ? { numbering: { reference: NUMBERING_REFERENCE, level, instance } } : { bullet: { level } };
  return items.flatMap((blocks) => {
    const [first, ...rest] = blocks;
    const inside = { nextList: place.nextList, level };
    return [...(first ? toChild(first, { ...inside, list }) : []), ...toChildren(rest, { ...inside, indent: 720 * (level + 1) })];
  });
}

const toWords = (runs: readonly MarkdownRun[]): ParagraphChild[] =>
  runs.flatMap((run): ParagraphChild[] =>
    run.href ? [new ExternalHyperlink({ link: run.href, children: readText(run, 'Hyperlink') })] : readText(run),
  );

function readText({ text, bold, italic, struck, code }: MarkdownRun, style?: string): TextRun[] {
  return text.split('\n').map(
    (line, index) =>
      new TextRun({
        text: line,
        bold: bold ?? false,
        italics: italic ?? false,
        strike: struck ?? false,
        ...(code ? { font: 'Consolas' } : {}),
        ...(style ? { style } : {}),
        ...(index > 0 ? { break: 1 } : {}),
      }),
  );
}
