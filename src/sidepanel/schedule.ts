/** When what is not urgent is done: with the next frame that is painted, once for all of it. */

/** Runs `work` before the next frame is painted, or soon when the page is hidden; tests bring their own. */
export type Schedule = (work: () => void) => void;

export const nextFrame: Schedule = (work) => {
  if (document.visibilityState === 'visible') requestAnimationFrame(work);
  else setTimeout(work, 100);
};
