import { afterAll, beforeEach, vi } from 'vitest';
import { completeJsdom } from './jsdom.ts';

beforeEach(completeJsdom); // a test may have put something else in place
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
