/** Types of serve.mjs for the tests. */
/** Path of the file that a request's URL means inside `folder`, or null. */
export function fileFor(folder: string, url: string): string | null;
export function serveFolder(folder: string): Promise<{ readonly origin: string; readonly close: () => Promise<void> }>;
