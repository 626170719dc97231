/** A formula that is written down is its TeX, in Markdown and in HTML. */
import type { Handler } from 'mdast-util-to-hast';
import type { Options } from 'mdast-util-to-markdown';
import type { Formula } from './tree.ts';

export const formulaToMarkdown: Options = {
  handlers: {
    formula: ({ value }: Formula, _parent, state) =>
      state.stack.includes('tableCell') ? value.replaceAll('|', String.raw`\|`) : value,
  },
  // a price needs no escape, and is often pasted where none is understood
  unsafe: [{ character: '$', inConstruct: 'phrasing', after: String.raw`[^\s\d]` }],
};

export const formulaToHast: Handler = (_state, { value, isBlock }: Formula) => {
  const text = { type: 'text' as const, value };
  return isBlock ? { type: 'element', tagName: 'p', properties: {}, children: [text] } : text;
};
