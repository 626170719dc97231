import { beforeEach } from 'vitest';
import { completeJsdom } from './jsdom.ts';

beforeEach(completeJsdom); // a test may have put something else in place
