/** Runs packaged scripts in pages on demand. */

/**
 * Runs a script in the isolated world. `script`: its path in the package. `at`: 'once' runs it even while the page is
 * loading.
 */
export async function runPackagedScript(
  target: chrome.scripting.InjectionTarget,
  script: string,
  at: 'once' | 'idle' = 'idle',
): Promise<void> {
  await chrome.scripting.executeScript({ target, files: [toPackagePath(script)], injectImmediately: at === 'once' });
}

/** Path relative to the package root. */
export const toPackagePath = (script: string): string => script.replace(/^\//, '');
