/** Defines `__klShowQuote` in the isolated world. Only opens closed elements around the quote. */
import { getShadowRoot } from '../chrome/page/shadow-roots.ts';
import { locateQuote, type Located, type Quote } from '../lib/pipeline/page/locate/locate.ts';
import { revealRanges } from './reveal.ts';

interface SoughtQuote extends Quote {
  /** The page is not known to be the one that was quoted. */
  readonly mustBeCertain?: boolean;
}

declare global {
  var __klShowQuote: ((quote: SoughtQuote) => { readonly found: Located['found'] | null }) | undefined;
}

let activeHighlight: AbortController | null = null;

const showQuote: typeof globalThis.__klShowQuote = (quote) => {
  activeHighlight?.abort();
  const located = locateQuote(document, getShadowRoot, quote);
  if (!located || (quote.mustBeCertain === true && !located.isCertain)) return { found: null };
  revealRanges(located.ranges, getShadowRoot);
  activeHighlight = new AbortController();
  highlightRanges(located.ranges, activeHighlight);
  return { found: located.found };
};

// The first function holds the highlight. An own property: elements with that id show up on `window`.
if (!Object.hasOwn(globalThis, '__klShowQuote')) globalThis.__klShowQuote = showQuote;

/** CSS Custom Highlight API and constructed style sheets, which no page policy forbids. */
const HIGHLIGHT_NAME = 'knowledgelens-quote';

/** Both colours are set, for contrast on any page; forced colours override them. */
const HIGHLIGHT_CSS = `
::highlight(${HIGHLIGHT_NAME}) { background-color: #ffdf70; color: #1f1a00; -webkit-text-fill-color: #1f1a00; text-shadow: none; }
@media (forced-colors: active) {
  ::highlight(${HIGHLIGHT_NAME}) { background-color: Highlight; color: HighlightText; -webkit-text-fill-color: HighlightText; }
}`;

const PRIORITY = 1_000;

type View = Window & typeof globalThis;

type Root = Document | ShadowRoot;

function highlightRanges(ranges: readonly Range[], controller: AbortController): void {
  const views = new Map<View, Range[]>([[window, []]]);
  for (const range of ranges) {
    const view = range.startContainer.ownerDocument?.defaultView;
    if (view) views.set(view, [...(views.get(view) ?? []), range]);
  }
  for (const [view, inView] of views) {
    if (inView.length > 0) highlightInView(view, inView, controller.signal);
    abortOnDismissal(view, controller);
  }
}

function highlightInView(view: View, ranges: readonly Range[], signal: AbortSignal): void {
  const highlight = new view.Highlight();
  for (const range of ranges) highlight.add(range);
  highlight.priority = PRIORITY;
  view.CSS.highlights.set(HIGHLIGHT_NAME, highlight);
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(HIGHLIGHT_CSS);
  const roots = new Set<Root>([view.document, ...ranges.map((range) => range.startContainer.getRootNode() as Root)]);
  for (const root of roots) root.adoptedStyleSheets.push(sheet);
  signal.addEventListener('abort', () => {
    // do not remove a newer highlight of the same name
    if (view.CSS.highlights.get(HIGHLIGHT_NAME) === highlight) view.CSS.highlights.delete(HIGHLIGHT_NAME);
    for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
  });
}

/** Only trusted events: some pages dispatch clicks. */
function abortOnDismissal(view: View, controller: AbortController): void {
  const options = { capture: true, passive: true, signal: controller.signal };
  view.addEventListener('click', (event) => event.isTrusted && controller.abort(), options);
  view.addEventListener('keydown', (event) => event.isTrusted && event.key === 'Escape' && controller.abort(), options);
}
