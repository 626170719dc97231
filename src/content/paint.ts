/**
 * The highlight: CSS Custom Highlight API, its rule in sheets that no page policy forbids. Rule: no element is added, and
 * all of it goes with the next click, with Esc, or with the next quote. No clock takes it away from a reader.
 */
const NAME = 'knowledgelens-quote';

/** Both colours are ours, so that it can be read on any page; where the person chose the colours, theirs are used. */
const RULES = `
::highlight(${NAME}) { background-color: #ffdf70; color: #1f1a00; -webkit-text-fill-color: #1f1a00; text-shadow: none; }
@media (forced-colors: active) {
  ::highlight(${NAME}) { background-color: Highlight; color: HighlightText; -webkit-text-fill-color: HighlightText; }
}`;
/** Above the highlights a page may have of its own. */
const PRIORITY = 1_000;

type View = Window & typeof globalThis;
type Root = Document | ShadowRoot;

/** Highlights the ranges until `shown` aborts; a person's click or Esc aborts it. */
export function paint(ranges: readonly Range[], shown: AbortController): void {
  const views = new Map<View, Range[]>([[window, []]]);
  for (const range of ranges) {
    const view = range.startContainer.ownerDocument?.defaultView;
    if (view) views.set(view, [...(views.get(view) ?? []), range]);
  }
  for (const [view, inView] of views) {
    if (inView.length > 0) paintIn(view, inView, shown.signal);
    listen(view, shown);
  }
}

function paintIn(view: View, ranges: readonly Range[], signal: AbortSignal): void {
  const highlight = new view.Highlight();
  for (const range of ranges) highlight.add(range);
  highlight.priority = PRIORITY;
  view.CSS.highlights.set(NAME, highlight);
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(RULES);
  const roots = new Set<Root>([view.document, ...ranges.map((range) => range.startContainer.getRootNode() as Root)]);
  for (const root of roots) root.adoptedStyleSheets.push(sheet);
  signal.addEventListener('abort', () => {
    // another's under the same name is not ours to take
    if (view.CSS.highlights.get(NAME) === highlight) view.CSS.highlights.delete(NAME);
    for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
  });
}

/** Only a person's own events count: some pages click by themselves. */
function listen(view: View, shown: AbortController): void {
  const options = { capture: true, passive: true, signal: shown.signal };
  view.addEventListener('click', (event) => event.isTrusted && shown.abort(), options);
  view.addEventListener('keydown', (event) => event.isTrusted && event.key === 'Escape' && shown.abort(), options);
}
