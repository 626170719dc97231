/** A source to look up quotes in, computed lazily and once; matches map to exact Markdown characters. */
import { type Passage, splitIntoPassagesAsync, splitIntoPassages } from '../text/passages.ts';
import { createTimeSlicer } from '../text/time-slices.ts';
import { normaliseText } from './normal-form.ts';
import { needsSpaceBetween } from './settle-spacing.ts';
import type { Strictness } from './normalise-character.ts';
import { iterateBlocksInContext, splitIntoParts, type BlockContext } from './answer-parts.ts';
import { type Footnotes, renderVisibleText } from './visible-markdown.ts';
import { createForm, createGramFilter, type Form, type NormalisedBlocks } from './source-form.ts';

export interface Source {
  readonly markdown: string;
  /** BCP 47, or '' if unknown. */
  readonly language: string;
  readonly getPassages: () => readonly Passage[];
  /** Without footnote marks first; with them only if it has some. */
  readonly iterateForms: (strictness: Strictness) => Iterable<Form>;
  /** Works in slices. */
  readonly prepare: (strictness: Strictness) => Promise<void>;
}

export function openSource(markdown: string, language = ''): Source {
  const forms = new Map<string, Form>();
  const layouts = new Map<Strictness, NormalisedBlocks>();
  let footnotesIn = false;
  let stretches: readonly BlockContext[] | undefined;
  let knownPassages: readonly Passage[] | undefined;
  function* computeForm(strictness: Strictness, footnotes: Footnotes): Generator<void, Form, undefined> {
    const key = `${strictness} ${footnotes}`;
    const ready = forms.get(key);
    if (ready !== undefined) return ready;
    stretches ??= yield* collectBlocks(markdown);
    const withoutFootnotes = footnotes === 'kept' ? layouts.get(strictness) : undefined;
    const normalised = yield* normaliseBlocks(markdown, stretches, strictness, footnotes, withoutFootnotes);
    if (footnotes === 'dropped') layouts.set(strictness, normalised);
    footnotesIn ||= normalised.dropped.includes(true);
    const mayContain = yield* createGramFilter(normalised.text);
    const form = createForm(markdown, stretches, normalised, strictness, footnotes, mayContain);
    forms.set(key, form);
    return form;
  }
  /** Only the first tells whether the second is needed. */
  function* iterateNeeded(): Generator<Footnotes, void, undefined> {
    yield 'dropped';
    if (footnotesIn) yield 'kept';
  }
  return {
    markdown,
    language,
    getPassages: () => (knownPassages ??= splitIntoPassages(markdown, language)),
    *iterateForms(strictness) {
      for (const footnotes of iterateNeeded()) {
        const steps = computeForm(strictness, footnotes);
        let step = steps.next();
        while (step.done !== true) step = steps.next();
        yield step.value;
      }
    },
    async prepare(strictness) {
      const turns = createTimeSlicer();
      await turns.yieldIfDue();
      knownPassages ??= await splitIntoPassagesAsync(markdown, language);
      for (const footnotes of iterateNeeded())
        for (const steps = computeForm(strictness, footnotes); steps.next().done !== true;) await turns.yieldIfDue();
    },
  };
}

function* collectBlocks(markdown: string): Generator<void, readonly BlockContext[], undefined> {
  const found: BlockContext[] = [];
  for (const block of iterateBlocksInContext(markdown)) {
    found.push(block);
    yield;
  }
  return found;
}

function* normaliseBlocks(
  markdown: string,
  stretches: readonly BlockContext[],
  strictness: Strictness,
  footnotes: Footnotes,
  withoutFootnotes: NormalisedBlocks | undefined,
): Generator<void, NormalisedBlocks, undefined> {
  const out: string[] = [];
  const starts: number[] = [];
  const dropped: boolean[] = [];
  let length = 0;
  let last = '';
  for (const [i, stretch] of stretches.entries()) {
    const unaffected = withoutFootnotes?.dropped[i] === false;
    const read = unaffected ? undefined : renderVisibleText(markdown, footnotes, splitIntoParts(markdown, stretch));
    const normal = read === undefined ? getNormalBlock(withoutFootnotes, i) : normaliseText(read.text, strictness);
    const gap = length > 0 && normal !== '' && needsSpaceBetween(last, normal) ? ' ' : '';
    if (normal !== '') last = normal;
    out.push(gap, normal);
    starts.push(length + gap.length);
    dropped.push(read?.dropped ?? false);
    length += gap.length + normal.length;
    yield;
  }
  return { text: out.join(''), starts, dropped };
}

function getNormalBlock(normalised: NormalisedBlocks | undefined, block: number): string {
  return normalised?.text.slice(normalised.starts[block], normalised.starts[block + 1]).trimEnd() ?? '';
}
