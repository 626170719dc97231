/** Before the next painted frame, or soon if the page is hidden. */
export type Schedule = (work: () => void) => void;

export const scheduleNextFrame: Schedule = (work) => {
  if (document.visibilityState === 'visible') requestAnimationFrame(work);
  else setTimeout(work, 100);
};
