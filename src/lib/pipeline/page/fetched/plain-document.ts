/** Plain text as a page. */

/** Whether there is no letter and no digit. */
export const isEmpty = (markdown: string): boolean => !/[\p{L}\p{N}]/u.test(markdown);

/** Wraps JSON in a code block. */
export const wrapJsonAsCode = (text: string): string => (text === '' ? '' : `\`\`\`json\n${text}\n\`\`\``);

/** The first Markdown heading, else the file name. */
export function getPlainTextTitle(markdown: string, url: string): string {
  const heading = /^#{1,2} (.{1,200})$/m.exec(markdown.slice(0, 2_000))?.[1];
  if (heading !== undefined) return heading.trim();
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').pop() ?? '');
  } catch {
    return '';
  }
}
