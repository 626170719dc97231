/** Does something as a user would and waits until React, and every promise it hangs on, has settled. */
import { act } from 'react';

export function acted(work: () => void): Promise<void> {
  return act(() => {
    work();
    return Promise.resolve();
  });
}
