// Splits a text into segments by its findings. Overlapping findings: each is listed at the segment in which
// it starts.

export type SegmentRange = { readonly from: number; readonly to: number };
export type Segment<F extends SegmentRange> = {
  readonly text: string;
  readonly from: number;
  /** Part of a finding. */
  readonly isMarked: boolean;
  /** Findings that start here. */
  readonly begins: readonly F[];
};

export function splitSegments<F extends SegmentRange>(text: string, findings: readonly F[]): Segment<F>[] {
  const inside = findings.filter(({ from, to }) => from >= 0 && from < to && to <= text.length);
  const bounds = [...new Set([0, text.length, ...inside.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  return bounds.slice(0, -1).map((from, index) => {
    const to = bounds[index + 1] ?? text.length;
    return {
      text: text.slice(from, to),
      from,
      isMarked: inside.some((each) => each.from <= from && each.to >= to),
      begins: inside.filter((each) => each.from === from),
    };
  });
}
