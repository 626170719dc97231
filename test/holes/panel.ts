/** Deliberate holes in what the panel shows (SAFETY D4, D7, D17): links, copies, approvals, bounds. */
import type { Hole } from './holes.ts';

const test = (file: string, name: string): Hole['caughtBy'] => ({ file: `test/sidepanel/${file}`, test: name });

export const PANEL_HOLES: readonly Hole[] = [
  // D4: what an answer shows
  {
    name: 'makes a link of an address that the run does not know',
    file: 'src/sidepanel/markdown/inline-nodes.tsx',
    find: '!known.has(link.href)',
    replace: 'link.href === null',
    caughtBy: test('markdown/markdown-screen.test.tsx', 'which cannot be clicked'),
  },
  {
    name: 'takes what a model composed for a link of the page',
    file: 'src/lib/agent/loop/answer-links.ts',
    find: 'if (wanted.has(href)) links.add(href);',
    replace: 'for (const one of wanted) if (href !== "" && one.startsWith(href)) links.add(one);',
    caughtBy: { file: 'test/lib/agent/loop/answer-links.test.ts', test: 'to the letter' },
  },
  {
    name: 'keeps a picture in a copy',
    file: 'src/sidepanel/markdown/inert-markdown.ts',
    find: '  const { root } = seen;\n',
    replace: "  const { root } = seen;\n  if (text.includes('![')) return { markdown: text, root };\n",
    caughtBy: test('markdown/inert-markdown.test.ts', 'as another renderer reads it'),
  },
  {
    name: 'keeps the title of a link, which nobody saw, in a copy',
    file: 'src/sidepanel/markdown/inert-tree.ts',
    find: '...node, title: null, children',
    replace: '...node, children',
    caughtBy: test('markdown/inert-markdown.test.ts', 'leaves out the title of a link'),
  },
  {
    name: 'copies a host with a path as plain text',
    file: 'src/sidepanel/markdown/inert-tree.ts',
    find: '(?:[/\\\\]\\S|',
    replace: '(?:',
    caughtBy: test('markdown/inert-markdown.test.ts', 'writes t.example/S as code'),
  },
  {
    name: 'parses a copied answer at once',
    file: 'src/sidepanel/markdown/inert-markdown.ts',
    find: 'let blocks = stream.update(text, FRAME_WORK);',
    replace: 'let blocks = stream.update(text);',
    caughtBy: test('markdown/inert-markdown.test.ts', 'in bounded steps'),
  },
  {
    name: 'writes a long block of a copied answer at once',
    file: 'src/sidepanel/markdown/split-block.ts',
    find: 'measureNode(block) > MAX_PART ?',
    replace: 'measureNode(block) === Infinity ?',
    caughtBy: test('markdown/split-block.test.ts', 'has no part that grows with a list'),
  },
  {
    name: 'lets a title turn round what is beside it',
    file: 'src/lib/base/one-line.ts',
    find: ".replace(DISPLAY_CONTROL_CHARS, '')",
    replace: '',
    caughtBy: test('parts/foreign-text.test.tsx', 'cannot break out of its line in an answer with a quote'),
  },
  {
    name: 'isolates no name in a sentence',
    file: 'src/lib/base/one-line.ts',
    find: 'return RIGHT_TO_LEFT.test(line)',
    replace: 'return line === text',
    caughtBy: test('parts/foreign-text.test.tsx', 'cannot break out of its line in a model that does not answer'),
  },
  {
    name: 'names no gap in code that is copied',
    file: 'src/sidepanel/markdown/code-block.tsx',
    find: 'piece.split(BLANKS)',
    replace: '[piece]',
    caughtBy: test('markdown/code-block.test.tsx', 'names what would push code out of sight'),
  },
  {
    name: 'lets the reason of a server turn round the sentence that it stands in',
    file: 'src/lib/models/http/error-body.ts',
    find: 'isolateLine(text, MAX_TEXT_LENGTH + 1)',
    replace: 'text.slice(0, isolateLine(text).length * 9)',
    caughtBy: test('parts/foreign-text.test.tsx', 'in a refusal with the server’s reason'),
  },
  // D7: approvals
  {
    name: 'gives the focus to the button that says yes when an approval comes',
    file: 'src/sidepanel/asks/ask-card.tsx',
    find: 'target.current?.focus({ preventScroll: true });',
    replace: "target.current?.parentElement?.querySelector('button')?.focus({ preventScroll: true });",
    caughtBy: test(
      'asks/asks-in-place.test.tsx',
      'takes the focus to the card, where no key that was meant for the field says yes',
    ),
  },
  {
    name: 'takes a yes for what was never in sight',
    file: 'src/sidepanel/asks/use-answering.ts',
    find: 'setSeen] = useState(false)',
    replace: 'setSeen] = useState(true)',
    caughtBy: test('asks/asks.test.tsx', 'under the fold'),
  },
  {
    name: 'puts an element on screen that is not on the list for formulas',
    file: 'src/sidepanel/math/mathml.tsx',
    find: '!ELEMENTS.has(name)',
    replace: "name === ''",
    caughtBy: test('math/mathml.test.tsx', 'allowed elements and attributes'),
  },
  {
    name: 'lets a formula move over the text beside it',
    file: 'src/sidepanel/math/mathml.tsx',
    find: "element.localName !== 'mpadded'",
    replace: "element.localName !== ''",
    caughtBy: test('math/mathml.test.tsx', 'allowed elements and attributes'),
  },
  {
    name: 'takes two prices for a formula',
    file: 'src/lib/pipeline/text/tex.ts',
    find: '!AMOUNT.test(bare) ||',
    replace: 'true ||',
    caughtBy: test('math/formula.test.ts', 'prices of all forms'),
  },
  {
    name: 'keeps the address in a formula in a copy',
    file: 'src/sidepanel/markdown/inert-tree.ts',
    find: 'FORMULA_ADDRESS.test(value)',
    replace: "value === ''",
    caughtBy: test('markdown/inert-markdown.test.ts', 'as another renderer reads it'),
  },
  {
    name: 'reads an answer by a voice of a server',
    file: 'src/sidepanel/aloud/voices.ts',
    find: 'getVoices().filter(isLocal)',
    replace: 'getVoices()',
    caughtBy: test('aloud/voices.test.ts', 'send the text away'),
  },
  {
    name: 'speaks while it is paused, once what was cancelled reports its end',
    file: 'src/sidepanel/aloud/reader.ts',
    find: 'if (mine !== turn) return;',
    replace: '',
    caughtBy: test('aloud/reader.test.ts', 'one at a time'),
  },
  // D17: rendering
  {
    name: 'parses a block however heavy it is',
    file: 'src/sidepanel/markdown/work.ts',
    find: 'weigh(source) > MAX_PARSED * slack;',
    replace: 'weigh(source) > Infinity * slack;',
    caughtBy: test('markdown/markdown.test.ts', 'shows a block that is too heavy'),
  },
  // what stands with each answer
  {
    name: 'calls an unknown price free',
    file: 'src/sidepanel/receipt/cost-badge.tsx',
    find: 'hasCost(bill) ? t.tokenCount(input + output) : t.receipt.free',
    replace: 't.receipt.free',
    caughtBy: test('run/answer.test.tsx', 'free only if nobody is paid'),
  },
  {
    name: 'counts a quote that is to be checked as checked',
    file: 'src/sidepanel/quotes/quotes.tsx',
    find: 't.quotes.proof(list.length - toCheck,',
    replace: 't.quotes.proof(list.length,',
    caughtBy: test('quotes/quotes.test.tsx', 'carry “check this” in words'),
  },
  {
    name: 'scrolls to the end of an answer by itself',
    file: 'src/sidepanel/run/run-foot.tsx',
    find: 'observer.observe(end);',
    replace: 'observer.observe(end);\n      scrollToEnd(end, current);',
    caughtBy: test('run/answer.test.tsx', 'nothing scrolls unasked'),
  },
  {
    name: 'drops a question that was sent while the page was being checked',
    file: 'src/sidepanel/question/use-sending.ts',
    find: "if (isPassing(obstacle)) return 'wait';",
    replace: "if (isPassing(obstacle)) return 'ended';",
    caughtBy: test('question/queued.test.tsx', 'is asked once'),
  },
];
