/** Marks the passage that is read, and keeps it in view for who is looking at it. */
import type { Passage } from './passages.ts';

const NAME = 'read-aloud';

interface Follower {
  readonly show: (passage: Passage) => void;
  readonly clear: () => void;
}

export function createFollower(): Follower {
  let last: Range | null = null;
  const clear = (): void => {
    last = null;
    CSS.highlights.delete(NAME);
  };
  return {
    clear,
    show: ({ place }) => {
      const range = document.createRange();
      range.setStart(place.startContainer, place.startOffset);
      range.setEnd(place.endContainer, place.endOffset);
      const isFollowed = last !== null && getDistance(last, 0) === 0;
      last = range;
      CSS.highlights.set(NAME, new Highlight(range));
      const distance = isFollowed ? getDistance(range, ROOM) : 0;
      if (distance !== 0) scrollBy({ top: distance });
    },
  };
}

/** Below the passage, in CSS pixels: the button that leads to the end stands there. */
const ROOM = 64;

/** How far to scroll to have it in view, between what stands at the head and at the foot of the panel; 0 if it is. */
function getDistance(range: Range, room: number): number {
  const { top, bottom } = range.getBoundingClientRect();
  const end = (document.querySelector('.foot')?.getBoundingClientRect().top ?? innerHeight) - room;
  const begin = Math.max(0, document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0);
  if (top < begin) return top - begin - ROOM;
  // of one that is higher than the view, its beginning
  return bottom <= end ? 0 : Math.min(bottom - end, top - begin);
}
