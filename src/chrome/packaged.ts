/** Packaged scripts, run in pages on demand. */

/** Runs it in the isolated world. `script`: its address in the package, as a build names it. `at: 'once'`: whatever the page still loads. */
export async function runPackaged(
  target: chrome.scripting.InjectionTarget,
  script: string,
  at: 'once' | 'idle' = 'idle',
): Promise<void> {
  await chrome.scripting.executeScript({ target, files: [fileOf(script)], injectImmediately: at === 'once' });
}

/** By its path within the package. */
export const fileOf = (script: string): string => script.replace(/^\//, '');
