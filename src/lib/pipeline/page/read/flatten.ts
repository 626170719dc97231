/** Step one: copies the visible document into a detached one. */
import { type Bounds, copyView, createView, type FlatCopy, type View } from './copy-view.ts';
import { getShownChildren, type OpenShadow } from './flat-tree.ts';
import type { Slices } from '../../text/time-slices.ts';
import { isHidden } from './visibility.ts';

export const BOUNDS: Bounds = { nodes: 200_000, depth: 100, characters: 4_000_000 };

const SHELL_CHARACTERS = 200;

/** Never throws for malformed pages. `base`: what links are relative to. */
export function* flatten(
  source: Document,
  openShadow: OpenShadow,
  bounds: Bounds = BOUNDS,
  base = source.baseURI,
): Slices<FlatCopy> {
  const shown = yield* copyView(source, createFullView(source, openShadow), bounds, base);
  if (shown.cut || shown.characters >= SHELL_CHARACTERS) return shown;
  // a shell not filled by scripts: use its content for readers without scripts
  const kept = [...source.querySelectorAll('body noscript')].map(getNoscriptMarkup).join('\n');
  if (kept.length < SHELL_CHARACTERS) return shown;
  const parsed = new DOMParser().parseFromString(kept.slice(0, bounds.characters), 'text/html');
  const view = createFullView(parsed, () => null);
  const unscripted = yield* copyView(parsed, view, bounds, base);
  return unscripted.characters > shown.characters + SHELL_CHARACTERS ? unscripted : shown;
}

const createFullView = (source: Document, openShadow: OpenShadow): View =>
  createView(
    source.querySelector('body') ?? source.documentElement,
    (el) => getShownChildren(el, openShadow),
    isHidden,
  );

/** With scripting on, `<noscript>` content is text; otherwise elements. */
const getNoscriptMarkup = (el: Element): string => (el.firstElementChild ? el.innerHTML : el.textContent);
