/** Text that is no markup, as a page. */

/** No letter and no digit: nothing to read. */
export const isEmpty = (markdown: string): boolean => !/[\p{L}\p{N}]/u.test(markdown);

/** JSON stays recognisable as code. */
export const asCode = (text: string): string => (text === '' ? '' : `\`\`\`json\n${text}\n\`\`\``);

/** A first Markdown heading, else the file's name. */
export function titleOfPlain(markdown: string, url: string): string {
  const heading = /^#{1,2} (.{1,200})$/m.exec(markdown.slice(0, 2_000))?.[1];
  if (heading !== undefined) return heading.trim();
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').pop() ?? '');
  } catch {
    return '';
  }
}
