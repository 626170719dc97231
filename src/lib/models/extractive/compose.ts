/** Composes Markdown within a token limit; a choice is included whole or not at all. */
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { Choice } from './choose.ts';
import { escapeInlineText, escapeMarkdown } from '../../pipeline/text/escape-markdown.ts';
import type { Outline } from './outline.ts';

export interface Composition {
  /** [] when nothing fits. */
  readonly pieces: readonly string[];
  readonly tokens: number;
}

export interface Plan {
  readonly choices: readonly Choice[];
  /** '' for none. */
  readonly title: string;
  /** `digest`: a lead, then bullets. `running`: sentences in order. */
  readonly layout: 'digest' | 'running';
}

/** Chosen best first, in the order of the text. */
export async function compose(plan: Plan, outline: Outline, max: number, counter: TokenCounter): Promise<Composition> {
  const taken: Choice[] = [];
  let used = 0;
  for (const choice of plan.choices) {
    const cost = await counter.count(`- ${escapeMarkdown(choice.unit.text)}\n`);
    if (used + cost > max) continue;
    taken.push(choice);
    used += cost;
  }
  // headings and gaps cost tokens too
  for (;;) {
    const pieces = arrangePieces({ ...plan, choices: taken }, outline);
    const tokens = pieces.length === 0 ? 0 : await counter.count(pieces.join(''));
    if (tokens <= max) return { pieces, tokens };
    taken.pop();
  }
}

function arrangePieces({ choices, title, layout }: Plan, outline: Outline): readonly string[] {
  const opener =
    layout === 'digest' && outline.units.length > 4 && choices[0]?.role === 'lead' ? choices[0] : undefined;
  const ordered = [...choices].sort(
    (a, b) => Number(b === opener) - Number(a === opener) || a.unit.order - b.unit.order,
  );
  if (layout === 'running') return renderRunning(ordered, outline);
  const titlePieces =
    title !== '' && ordered.some(({ role }) => role === 'lead') ? [`**${escapeInlineText(title)}**\n\n`] : [];
  return [...titlePieces, ...renderDigest(ordered)];
}

function renderDigest(ordered: readonly Choice[]): readonly string[] {
  const lead = ordered.filter(({ role }) => role === 'lead');
  const rest = ordered.filter(({ role }) => role !== 'lead');
  const pieces = lead.map(
    ({ unit }, i) =>
      (i === 0 ? '' : getSentenceGap(lead[i - 1]?.unit.text ?? '')) + escapeInParagraph(unit.text, i === 0),
  );
  for (const [i, { unit }] of rest.entries()) {
    const between = i > 0 ? '\n' : lead.length > 0 ? '\n\n' : '';
    pieces.push(`${between}- ${escapeMarkdown(unit.text)}`);
  }
  return pieces;
}

function renderRunning(ordered: readonly Choice[], outline: Outline): readonly string[] {
  return ordered.map(({ unit, role }, i) => {
    const before = ordered[i - 1];
    const section = outline.sections[unit.section];
    const isNewSection = before?.unit.section !== unit.section && section !== undefined && section.title !== '';
    const heading = isNewSection ? `${'#'.repeat(section.depth)} ${escapeInlineText(section.title)}\n\n` : '';
    if (role === 'step')
      return (
        (before === undefined ? '' : before.role === 'step' && !isNewSection ? '\n' : '\n\n') +
        heading +
        `${unit.step}. ${escapeMarkdown(unit.text)}`
      );
    const isContinuation =
      before !== undefined && before.role !== 'step' && !isNewSection && before.unit.block === unit.block;
    if (isContinuation) return getSentenceGap(before.unit.text) + escapeInParagraph(unit.text, false);
    return (before === undefined ? '' : '\n\n') + heading + escapeMarkdown(unit.text);
  });
}

/** Only the first sentence starts a line and needs block escapes. */
function escapeInParagraph(text: string, first: boolean): string {
  return first ? escapeMarkdown(text) : escapeInlineText(text);
}

/** Returns '' in scripts without a space after a full stop. */
function getSentenceGap(before: string): string {
  return /[。！？」』]$/u.test(before) ? '' : ' ';
}
