/** The parts of a streamed page that React sends after the others. */
import type { Slices } from '../../text/time-slices.ts';

/** The id of the empty template in whose place one belongs. */
export const LATE_PLACE = /[BP]:(?=[\da-f]{1,8}$)/;

/** Puts the parts that stand hidden behind a streamed page in their places, as its scripts would. */
export function* putLateParts(doc: Document): Slices<void> {
  for (const place of doc.querySelectorAll('template[id]')) {
    yield;
    const part = LATE_PLACE.test(place.id) ? doc.getElementById(place.id.replace(LATE_PLACE, 'S:')) : null;
    if (!part?.hasAttribute('hidden') || part.contains(place)) continue;
    part.removeAttribute('hidden');
    place.replaceWith(part);
  }
}
