/** Deliberate holes in checked citations (SAFETY D12). */
import type { Hole } from './holes.ts';

const CITE = 'src/lib/pipeline/cite/';
const quote = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/pipeline/cite/align.test.ts', test: name });
const turned = (name: string): Hole['caughtBy'] => ({
  file: 'test/lib/pipeline/cite/turned-quotes.test.ts',
  test: name,
});
const words = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/pipeline/cite/normal-form.test.ts', test: name });

export const CITATIONS: readonly Hole[] = [
  {
    name: 'lets a quote begin and end within a word',
    file: `${CITE}source-form.ts`,
    find: 'return isBoundary(start.visible.text, start.index) && isBoundary(stop.visible.text, stop.index);',
    replace: 'return true;',
    caughtBy: quote('within a compound'),
  },
  {
    name: 'takes a quoted number for the same with a sign',
    file: `${CITE}word-bounds.ts`,
    find: 'isNumberSign(b, bb) || isFootnoteStart(b, bb)',
    replace: 'isFootnoteStart(b, bb)',
    caughtBy: quote('without its sign'),
  },
  {
    name: 'calls a quote verbatim that differs in case',
    file: `${CITE}align.ts`,
    find: "verdict: until === null ? form.strictness : 'shortened'",
    replace: "verdict: until === null ? 'verbatim' : 'shortened'",
    caughtBy: quote('is close: "THE MAYOR SAID NOBODY"'),
  },
  {
    name: 'drops the separators of numbers from a quote',
    file: `${CITE}normalise-character.ts`,
    find: "return after ? '' : form;",
    replace: "return '';",
    caughtBy: words('never makes "1.5" of "15"'),
  },
  {
    name: 'makes plain digits of superscripts in a quote',
    file: `${CITE}normalise-character.ts`,
    find: "TYPOGRAPHIC_VARIANT.test(visible) ? visible.normalize('NFKC') : visible",
    replace: "visible.normalize('NFKC')",
    caughtBy: words('never makes "10²" of "102"'),
  },
  {
    name: 'accepts a quote stitched together without an ellipsis',
    file: `${CITE}quote.ts`,
    find: 'reading.words.split(ELLIPSIS)',
    replace: 'reading.words.split(/\\s(?=\\S+\\s\\S+\\s\\S+$)/)',
    caughtBy: quote('two stitched together'),
  },
  {
    name: 'takes an id that names nothing for the place of a quote',
    file: `${CITE}align.ts`,
    find: 'source.getPassages().find((candidate) => candidate.id === id)',
    replace: '(source.getPassages().find((candidate) => candidate.id === id) ?? source.getPassages().at(-1))',
    caughtBy: quote('whatever id the model made up'),
  },
  {
    name: 'leaves the number before a quote unread',
    file: `${CITE}align.ts`,
    find: 'if (quote !== null && !hasSameMarkers(quote, source.markdown, place)) continue;',
    replace: '',
    caughtBy: quote('another number before it'),
  },
  {
    name: 'joins pieces over a negation',
    file: `${CITE}align.ts`,
    find: "isWhole ? 'close' : 'shortened'",
    replace: "isWhole || true ? 'close' : 'shortened'",
    caughtBy: turned('over a negation, a contrast or part of a clause'),
  },
  {
    name: 'quotes a question as a statement',
    file: `${CITE}align.ts`,
    find: 'ASKS.test(written) ? null : findQuestionEnd(form, range.end)',
    replace: 'null as ReturnType<typeof findQuestionEnd>',
    caughtBy: turned('stays one'),
  },
  {
    name: 'takes hidden characters into a quote',
    file: `${CITE}hidden.ts`,
    find: 'every((hidden) => there.has(hidden))',
    replace: 'every((hidden) => there.has(hidden) || true)',
    caughtBy: turned('has no place in a quote whose source lacks it'),
  },
  {
    name: 'merges two sentences in a quote',
    file: `${CITE}close-match.ts`,
    find: '.at(-1) !== opening;',
    replace: '.at(-1) !== "";',
    caughtBy: turned('does not change what it says'),
  },
];
