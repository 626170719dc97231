/**
 * Injected on demand: defines `__klShowQuote` in the isolated world, which the panel calls by `executeScript({func})`.
 * The only change to the page is that closed elements around the quote are opened.
 */
import { getShadowRoot } from '../chrome/page/shadow-roots.ts';
import { locateQuote, type Located, type Quote } from '../lib/pipeline/page/locate/locate.ts';
import { revealRanges } from './reveal.ts';

declare global {
  var __klShowQuote: ((quote: Quote) => { readonly found: Located['found'] | null }) | undefined;
}

let activeHighlight: AbortController | null = null;

const showQuote: typeof globalThis.__klShowQuote = (quote) => {
  activeHighlight?.abort();
  const located = locateQuote(document, getShadowRoot, quote);
  if (!located) return { found: null };
  revealRanges(located.ranges, getShadowRoot);
  activeHighlight = new AbortController();
  highlightRanges(located.ranges, activeHighlight);
  return { found: located.found };
};

// A repeated injection keeps the first function, which holds the current highlight. An own property is required: a
// page's element with that id also shows up on `window`.
if (!Object.hasOwn(globalThis, '__klShowQuote')) globalThis.__klShowQuote = showQuote;

/**
 * Highlights a quote with the CSS Custom Highlight API and constructed style sheets, which no page policy forbids. No
 * element is added, and the highlight goes with the next click, Esc or quote, never by a timer.
 */
const HIGHLIGHT_NAME = 'knowledgelens-quote';

/** Both colours are set, for contrast on any page; in forced-colours mode the user's colours apply. */
const HIGHLIGHT_CSS = `
::highlight(${HIGHLIGHT_NAME}) { background-color: #ffdf70; color: #1f1a00; -webkit-text-fill-color: #1f1a00; text-shadow: none; }
@media (forced-colors: active) {
  ::highlight(${HIGHLIGHT_NAME}) { background-color: Highlight; color: HighlightText; -webkit-text-fill-color: HighlightText; }
}`;

/** Above any highlights of the page. */
const PRIORITY = 1_000;

type View = Window & typeof globalThis;

type Root = Document | ShadowRoot;

/** Highlights the ranges until `shown` aborts, which a click or Esc by the user does. */
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
