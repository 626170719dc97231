/** The state of a scan of inline Markdown. */

export interface InlineReading {
  /** True drops only what a Markdown reader interprets: different texts never read the same. */
  readonly exact: boolean;
  readonly footnotes: boolean;
  readonly cell: boolean;
}

export interface InlineLink {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  readonly target: string;
}

export interface Bracket {
  readonly at: number;
  readonly from: number;
  readonly image: boolean;
  /** False once it contains a link: links do not nest. */
  active: boolean;
}

/** An opening mark keeps its index in `out` for later removal. */
export class Scan {
  readonly out: string[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly links: InlineLink[] = [];
  readonly brackets: Bracket[] = [];
  deeper = 0;
  readonly emphasis = new Map<string, number[]>();
  linked = 0;
  dropped = false;
  at = 0;
  readonly text: string;
  readonly reading: InlineReading;
  readonly ticks: Map<number, number[]>;
  constructor(text: string, reading: InlineReading) {
    this.text = text;
    this.reading = reading;
    this.ticks = indexBacktickRuns(text);
  }
}

export function appendPiece(scan: Scan, piece: string, length: number): void {
  scan.out.push(piece);
  scan.starts.push(scan.at);
  scan.at += length;
  scan.ends.push(scan.at);
}

export function appendVerbatim(scan: Scan, length: number): void {
  appendPiece(scan, scan.text.slice(scan.at, scan.at + length), length);
}

function indexBacktickRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) {
    const offsets = runs.get(match[0].length);
    if (offsets === undefined) runs.set(match[0].length, [match.index]);
    else offsets.push(match.index);
  }
  for (const places of runs.values()) places.reverse(); // reversed, so that the next one is at the end and cheap to remove
  return runs;
}
