/** Counters for tests in which exactness is not the point: any function of a text becomes a whole port. */
import type { TokenCounter } from '../../../src/lib/models/tokens/token-counter.ts';

/** The stream counts the whole text whenever it is asked. */
export function counterOf(count: (text: string) => number | Promise<number>): TokenCounter {
  const counted = async (text: string): Promise<number> => count(text);
  return {
    count: counted,
    stream() {
      let whole = '';
      return { append: (text) => void (whole += text), count: () => counted(whole) };
    },
  };
}
