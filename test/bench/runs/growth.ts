/**
 * Every regular expression of `src/lib`, `src/content`, `src/sidepanel` and `src/chrome` on strings made to have it go back:
 * how many take more than in proportion to the length. One that reads only short texts may; the list below says why.
 */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import type { Figure } from '../figure.ts';

const ROOT = new URL('../../../', import.meta.url);
const FOLDERS = ['src/lib', 'src/content', 'src/sidepanel', 'src/chrome'];
const MAX_SOURCE = 200_000;

/** File and pattern: what bounds the text. */
const BOUNDED: ReadonlySet<string> = new Set([
  'src/lib/history/listing.ts [.:!?]+$', // the clipped subject of a run
  'src/lib/pipeline/cite/quote.ts (?:`{3,}|~{3,})\\s*$', // a quote, at most 1,000 characters
  'src/lib/pipeline/cite/quote.ts ^\\s*(?:\\[[ xX]\\]\\s+)?[\\s*_`~[\\\\"\'“„«(]*$', // at most 400 characters
  'src/lib/pipeline/claims/quantities/dates.ts [\\s,.]+$', // a date
  'src/lib/pipeline/page/read/opening.ts \\s*[,;&、，]\\s*|\\s+(?:and|und|et|y|e|och|og|en)\\s+', // a byline of one line
]);

interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

export function growthBench(): Promise<Figure[]> {
  const patterns = FOLDERS.flatMap(listSources).flatMap(listPatterns);
  const grown = patterns.filter(
    (pattern) => !BOUNDED.has(`${pattern.file} ${pattern.source}`) && growsTooFast(pattern),
  );
  for (const { file, source } of grown) console.log(`grows too fast: ${file} /${source}/`);
  return Promise.resolve([
    { name: 'growth: regular expressions with an unbounded repetition', value: patterns.length, unit: '' },
    {
      name: 'growth: of them slower than in proportion to the text',
      value: grown.length,
      unit: '',
      against: { name: 'aim', value: 0 },
    },
  ]);
}

function listSources(folder: string): readonly string[] {
  const names = readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => `${folder}/${name}`);
}

function listPatterns(file: string): readonly Pattern[] {
  const text = readFileSync(new URL(file, ROOT), 'utf8');
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    const [, source = '', flags = ''] =
      node.kind === ts.SyntaxKind.RegularExpressionLiteral ? (/^\/(.*)\/([a-z]*)$/.exec(node.getText()) ?? []) : [];
    if (/(?<!\\)(?:[*+]|\{\d+,\})/.test(source)) found.push({ file, source, flags });
    ts.forEachChild(node, visit);
  };
  if (text.length < MAX_SOURCE) visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

const PUMPS = [
  ...Array.from(' \n\ta1A=-*_`~[]()<>#|"\'.,:;!?\\&/{}+$@%é漢“\u00a0'),
  ...['a ', '1.', '- ', '> ', '[a](', '\r\n', ' \n', 'a\n', '```', '<a ', '<!--', '"a', 'a=', '&a', ']:'],
];
const HEADS = ['', 'a', '['];
const TAILS = ['', '\0'];
const LENGTH = 3_000;
/** Doubling the text may double the time, and more where the machine is busy. */
const MAX_RATIO = 3;
/** Milliseconds below which a time says nothing. */
const MIN_MS = 3;

function growsTooFast({ source, flags }: Pattern): boolean {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const measure = (text: string): number => Math.min(...[0, 1, 2].map(() => time(pattern, text)));
  return HEADS.some((head) =>
    PUMPS.some((pump) =>
      TAILS.some((tail) => {
        const build = (length: number): string => head + pump.repeat(Math.ceil(length / pump.length)) + tail;
        if (time(pattern, build(2 * LENGTH)) < MIN_MS) return false;
        const [one, two] = [measure(build(LENGTH)), measure(build(2 * LENGTH))];
        return two > MIN_MS && two > MAX_RATIO * one;
      }),
    ),
  );
}

function time(pattern: RegExp, text: string): number {
  const from = performance.now();
  text.replace(pattern, '');
  return performance.now() - from;
}
