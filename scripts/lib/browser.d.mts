/** Types of browser.mjs for the tests. */
export function findBrowser(env?: Readonly<Record<string, string | undefined>>): string | null;
export function candidates(platform?: NodeJS.Platform, env?: Readonly<Record<string, string | undefined>>): string[];
export function ensureBrowser(log?: (line: string) => void): string;
