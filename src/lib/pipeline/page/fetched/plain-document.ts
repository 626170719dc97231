/** Plain text as a page. */

export const isEmpty = (markdown: string): boolean => !/[\p{L}\p{N}]/u.test(markdown);

export const wrapJsonAsCode = (text: string): string => (text === '' ? '' : `\`\`\`json\n${text}\n\`\`\``);

export function getPlainTextTitle(markdown: string, url: string): string {
  const heading = /^#{1,2} (.{1,200})$/m.exec(markdown.slice(0, 2_000))?.[1];
  if (heading !== undefined) return heading.trim();
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').pop() ?? '');
  } catch {
    return '';
  }
}
