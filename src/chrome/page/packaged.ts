/** In the isolated world. `at`: 'once' runs it even while the page is loading. */
export async function runPackagedScript(
  target: chrome.scripting.InjectionTarget,
  script: string,
  at: 'once' | 'idle' = 'idle',
): Promise<void> {
  await chrome.scripting.executeScript({ target, files: [toPackagePath(script)], injectImmediately: at === 'once' });
}

export const toPackagePath = (script: string): string => script.replace(/^\//, '');
