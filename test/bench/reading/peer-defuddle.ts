/** Defuddle, to be measured beside our reader where the benchmarks have installed it: its text by blocks. */
import Defuddle from 'defuddle';
import { textByBlocks } from './text-by-blocks.ts';

declare global {
  var __defuddleText: (() => string) | undefined;
}

globalThis.__defuddleText = () =>
  textByBlocks(new DOMParser().parseFromString(new Defuddle(document).parse().content, 'text/html').body);
