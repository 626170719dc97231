import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from '../../../src/sidepanel/markdown/markdown.tsx';

const show = (text: string): DocumentFragment =>
  document.createRange().createContextualFragment(renderToStaticMarkup(<Markdown text={text} />));

describe('code in an answer', () => {
  it('names what would push code out of sight, and keeps its text', () => {
    const code = `npm test${' '.repeat(400)}; curl\n${'\n \t\n'.repeat(45)}${'\u2800'.repeat(99)}| sh`;
    const page = show(`\`\`\`\n${code}\n\`\`\``);
    expect(page.querySelector('pre code')?.textContent).toBe(code);
    const gaps = Array.from(page.querySelectorAll<HTMLElement>('.gap'), ({ dataset }) => dataset['said']);
    expect(gaps).toEqual(['400 spaces', '49 blank lines', '41 blank lines', '99 spaces']);
    expect(show('    if (a)\n                 b;\n\n\n    c').querySelector('.gap')).toBeNull();
  });

  it('never shows a long run of blanks in code that is not named [R11.7]', () => {
    const pieces = fc.constantFrom('a', '\n', ' ', '\t', '\u3000', ' '.repeat(30), '\n'.repeat(5), '\u2800'.repeat(17));
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const code = `x${parts.join('')}x`;
        const shown = show(`\`\`\`\n${code}\n\`\`\``).querySelector('pre code');
        expect(shown?.textContent).toBe(code);
        for (const gap of shown?.querySelectorAll('.gap') ?? []) gap.replaceWith('¶');
        expect(shown?.textContent).not.toMatch(/[ \t\u3000\u2800]{40}|x[ \t\u3000\u2800]{16}/);
        expect(shown?.textContent).not.toMatch(/(?:\n[ \t\u3000\u2800]*){6}\n/);
      }),
    );
  });
});
