/** Deliberate holes in how hostile pages are read (SAFETY D13): in steps, within a budget, and saying what was left out. */
import type { Hole } from './holes.ts';

const READ = 'src/lib/pipeline/page/read/';
const inTests =
  (file: string) =>
  (test: string): Hole['caughtBy'] => ({ file: `test/lib/pipeline/page/${file}`, test });
const hostile = inTests('hostile-pages.test.ts');
const choice = inTests('read/choose-blocks.test.ts');
const clean = inTests('read/clean.test.ts');

export const READING_HOLES: readonly Hole[] = [
  {
    name: 'takes the cards of a page away for their name',
    file: `${READ}cleaning/named-boxes.ts`,
    find: ' || areCards(boxes, whole * MAX_CARDS)',
    replace: '',
    caughtBy: clean('cards of a name that advertisements have stay'),
  },
  {
    name: 'takes a part of the page away for a name in its wrapper',
    file: `${READ}cleaning/named-boxes.ts`,
    find: ' || el.querySelector(MAIN)',
    replace: '',
    caughtBy: clean('a box stays that holds the main part'),
  },
  {
    name: 'reads of a list nothing that is beside it',
    file: `${READ}cleaning/clean.ts`,
    find: '> measureProse([best]) ? body : best',
    replace: '> measureProse([best]) ? best : best',
    caughtBy: clean('the description and the questions below a list'),
  },
  {
    name: 'reads a page on when time is up',
    file: `${READ}copy-view.ts`,
    find: 'bounds.isTimeUp?.() === true',
    replace: 'false',
    caughtBy: hostile('when time is up'),
  },
  {
    name: 'tells a part of a page as the whole',
    file: `${READ}read-article.ts`,
    find: '...(cut && { cut }),',
    replace: '',
    caughtBy: hostile('it says that it is a part'),
  },
  {
    name: 'converts a page in one piece',
    file: `${READ}convert.ts`,
    find: 'for (const { node, leaving } of iterateTree(root, rules.isLeaf)) {\n    if (isPauseDue()) yield;',
    replace: 'for (const { node, leaving } of iterateTree(root, rules.isLeaf)) {',
    caughtBy: hostile('the conversion takes steps for each node'),
  },
  {
    name: 'reads on after Stop',
    file: 'src/lib/pipeline/text/time-slices.ts',
    find: 'signal?.throwIfAborted();\n    const step = work.next();',
    replace: 'const step = work.next();',
    caughtBy: hostile('a reading that is stopped takes no step more'),
  },
  {
    name: 'does not say under an answer that the page was read in part',
    file: 'src/lib/toolbox/page/article.ts',
    find: 'cut !== true',
    replace: 'cut !== null',
    caughtBy: { file: 'test/lib/jobs/ask.test.ts', test: 'only a part of the page was read' },
  },
  {
    name: 'reads the data of a page that has text',
    file: `${READ}read-article.ts`,
    find: 'hasNoData || (yield* hasOwnText(own.main))',
    replace: 'hasNoData',
    caughtBy: { file: 'test/lib/pipeline/page/read/embedded-data.test.ts', test: 'anything where the page has text' },
  },
  {
    name: 'does not say that a text is the data of a page',
    file: 'src/lib/toolbox/page/article.ts',
    find: 'meta.isFromData === true ? DATA_NOTE',
    replace: "meta.isFromData === true ? ''",
    caughtBy: { file: 'test/lib/jobs/ask.test.ts', test: 'under the answer that the text is the page’s data' },
  },
  {
    name: 'does not say that comments are kept apart',
    file: 'src/lib/toolbox/page/article.ts',
    find: 'commentWords > 0',
    replace: 'commentWords < 0',
    caughtBy: { file: 'test/lib/jobs/ask.test.ts', test: 'how much there is of comments' },
  },
  {
    name: 'leaves a comment in the text of an article',
    file: `${READ}main-content.ts`,
    find: 'leaveOutQuotes(measured.blocks, content.selected)',
    replace: 'leaveOutQuotes(measured.blocks, new Set([...content.selected, ...content.comments]))',
    caughtBy: { file: 'test/lib/pipeline/page/read/comments.test.ts', test: 'no comment is in the text of an article' },
  },
  {
    name: 'looks in the comments whatever the page says',
    file: 'src/lib/toolbox/page/find-in-page.ts',
    find: 'hasComments && !areMeant && !search.mayAnswer(query)',
    replace: 'hasComments && !areMeant',
    caughtBy: { file: 'test/lib/jobs/comments.test.ts', test: 'brings nothing of the comments' },
  },
  {
    name: 'takes a comment for words of the page',
    file: 'src/lib/jobs/citing.ts',
    find: 'found.name === COMMENTS ? { inComments: true } : {}',
    replace: '{}',
    caughtBy: { file: 'test/lib/jobs/comments.test.ts', test: 'says whose words they are' },
  },
  {
    name: 'chooses a stricter selection of a page whatever it loses',
    file: `${READ}blocks/choose-blocks.ts`,
    find: 'found < needed ? 0 : ',
    replace: '',
    caughtBy: choice('what may well be content stays'),
  },
  {
    name: 'leaves figures and tables out of a stricter selection',
    file: `${READ}blocks/choose-blocks.ts`,
    find: 'new Set<number>(units)',
    replace: 'new Set<number>()',
    caughtBy: choice('a figure, a table of data'),
  },
  {
    name: 'reads reviews of a product as its text',
    file: `${READ}blocks/asides.ts`,
    find: 'isOnReviews || measure(alone) < MIN_PRODUCT ?',
    replace: '!isOnReviews || measure(alone) < MIN_PRODUCT ?',
    caughtBy: { file: 'test/lib/pipeline/page/read/comments.test.ts', test: 'what customers say of a product' },
  },
  {
    name: 'judges a part of a box by the name of the box',
    file: `${READ}cleaning/named-boxes.ts`,
    find: ".replace(BLOCK_NAME, '')",
    replace: '',
    caughtBy: { file: 'test/lib/pipeline/page/read/clean.test.ts', test: 'a part of a named box' },
  },
  {
    name: 'drops data by the name of their box',
    file: `${READ}cleaning/named-boxes.ts`,
    find: ' && !isListOfData(el)',
    replace: '',
    caughtBy: { file: 'test/lib/pipeline/page/read/clean.test.ts', test: 'a part of a named box' },
  },
];
