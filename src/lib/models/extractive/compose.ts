/**
 * Choices → Markdown within a bound. The one rule: a piece is shown whole or not at all, and the text as a whole never
 * passes the bound, counted as it is written.
 */
import type { TokenCounter } from '../tokens.ts';
import type { Choice } from './choose.ts';
import { escapeInline, escapeMarkdown } from '../../pipeline/text/plain.ts';
import type { Outline } from './outline.ts';

/** `digest`: a lead, then bullets by section. `running`: sentences in order under their headings. */
export type Layout = 'digest' | 'running';

export interface Composition {
  /** Pieces of Markdown; joined, the text. [] when nothing fits. */
  readonly pieces: readonly string[];
  readonly tokens: number;
}

export interface Plan {
  /** The most wanted first. */
  readonly choices: readonly Choice[];
  /** Shown above a digest; '' for none. */
  readonly title: string;
  readonly layout: Layout;
}

/** As many of the choices as fit, the first ones first, laid out in the order of the text. */
export async function compose(
  { choices, title, layout }: Plan,
  outline: Outline,
  max: number,
  counter: TokenCounter,
): Promise<Composition> {
  const taken: Choice[] = [];
  let used = 0;
  for (const choice of choices) {
    const cost = await counter.count(`- ${escapeMarkdown(choice.unit.text)}\n`);
    if (used + cost > max) continue;
    taken.push(choice);
    used += cost;
  }
  // headings and gaps cost too: leave out from the end until the whole fits
  for (;;) {
    const pieces = layOut(taken, outline, layout, title);
    const tokens = pieces.length === 0 ? 0 : await counter.count(pieces.join(''));
    if (tokens <= max) return { pieces, tokens };
    taken.pop();
  }
}

function layOut(choices: readonly Choice[], outline: Outline, layout: Layout, title: string): readonly string[] {
  // a digest opens with the sentence that says most, then keeps the text's order; a very short text is given as it is
  const opening =
    layout === 'digest' && outline.units.length > 4 && choices[0]?.role === 'lead' ? choices[0] : undefined;
  const ordered = [...choices].sort(
    (a, b) => Number(b === opening) - Number(a === opening) || a.unit.order - b.unit.order,
  );
  if (layout === 'running') return running(ordered, outline);
  const above = title !== '' && ordered.some(({ role }) => role === 'lead') ? [`**${escapeInline(title)}**\n\n`] : [];
  return [...above, ...digest(ordered, outline)];
}

function digest(ordered: readonly Choice[], outline: Outline): readonly string[] {
  const lead = ordered.filter(({ role }) => role === 'lead');
  const rest = ordered.filter(({ role }) => role !== 'lead');
  const pieces = lead.map(
    ({ unit }, i) => (i === 0 ? '' : gap(lead[i - 1]?.unit.text ?? '')) + inLine(unit.text, i === 0),
  );
  for (const [i, { unit, role }] of rest.entries()) {
    const before = rest[i - 1];
    const title = outline.sections[unit.section]?.title ?? '';
    const own = title !== '' && title.toLowerCase() !== outline.title.toLowerCase();
    const opens = before?.unit.section !== unit.section;
    const between =
      before === undefined ? (lead.length > 0 ? '\n\n' : '') : opens || before.role !== role ? '\n\n' : '\n';
    const heading = opens && own ? `**${escapeInline(title)}**\n\n` : '';
    pieces.push(between + heading + (role === 'step' ? `${unit.step}. ` : '- ') + escapeMarkdown(unit.text));
  }
  return pieces;
}

function running(ordered: readonly Choice[], outline: Outline): readonly string[] {
  return ordered.map(({ unit, role }, i) => {
    const before = ordered[i - 1];
    const section = outline.sections[unit.section];
    const opens = before?.unit.section !== unit.section && section !== undefined && section.title !== '';
    const heading = opens ? `${'#'.repeat(section.depth)} ${escapeInline(section.title)}\n\n` : '';
    if (role === 'step')
      return (
        (before === undefined ? '' : before.role === 'step' && !opens ? '\n' : '\n\n') +
        heading +
        `${unit.step}. ${escapeMarkdown(unit.text)}`
      );
    const follows = before !== undefined && before.role !== 'step' && !opens && before.unit.block === unit.block;
    if (follows) return gap(before.unit.text) + inLine(unit.text, false);
    return (before === undefined ? '' : '\n\n') + heading + escapeMarkdown(unit.text);
  });
}

/** Inside a paragraph only the first words stand at the start of a line. */
function inLine(text: string, first: boolean): string {
  return first ? escapeMarkdown(text) : escapeInline(text);
}

/** Between two sentences; scripts that set no space after a full stop get none. */
function gap(before: string): string {
  return /[。！？」』]$/u.test(before) ? '' : ' ';
}
