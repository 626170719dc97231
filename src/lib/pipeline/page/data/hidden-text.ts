/** Copies a page as it will be once its scripts show what they keep hidden until they have run. */
import type { Slices } from '../../text/time-slices.ts';
import type { Bounds, FlatCopy } from '../read/copy-view.ts';
import { flatten } from '../read/flatten.ts';
import { putLateParts } from './late-parts.ts';
import { isHidingStyle } from '../read/visibility.ts';

/** Share of the text of the page: a smaller part is hidden for a reason of its own. */
const MIN_SHARE = 0.5;
/** Boxes within each other: the text of each is measured. */
const MAX_SHOWN = 20;
/** What React streams behind a page, hidden until its script runs. */
const LATE_PARTS = '[hidden][id^="S:"]';

/** Shows the late parts of a streamed page, and a hidden box that holds most of the text. */
export function* copyHidden(source: Document, bounds: Bounds, base: string): Slices<FlatCopy> {
  const doc = source.cloneNode(true) as Document; // has no window: attributes alone tell what is hidden
  yield* putLateParts(doc);
  for (const el of doc.querySelectorAll('script,style,noscript,template')) {
    yield;
    el.remove();
  }
  for (const part of doc.querySelectorAll(LATE_PARTS)) part.removeAttribute('hidden');
  const most = MIN_SHARE * (doc.querySelector('body')?.textContent.length ?? 0);
  let shown = 0;
  const smaller: Element[] = [];
  for (const el of doc.querySelectorAll('[hidden],[style]')) {
    yield;
    const isMeant = el.hasAttribute('hidden') || isHidingStyle(el.getAttribute('style') ?? '');
    if (!isMeant || smaller.at(-1)?.contains(el) === true) continue;
    if (el.textContent.length < most) {
      smaller.push(el);
      continue;
    }
    el.removeAttribute('hidden');
    el.removeAttribute('style');
    if ((shown += 1) === MAX_SHOWN) break;
  }
  return yield* flatten(doc, () => null, bounds, base);
}
