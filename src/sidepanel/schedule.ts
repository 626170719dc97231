/** Batches work that is not urgent until the next painted frame. */

/** Runs `work` before the next frame is painted, or soon if the page is hidden; tests replace it. */
export type Schedule = (work: () => void) => void;

export const scheduleNextFrame: Schedule = (work) => {
  if (document.visibilityState === 'visible') requestAnimationFrame(work);
  else setTimeout(work, 100);
};
