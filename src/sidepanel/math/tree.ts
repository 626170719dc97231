/** Formulas in the tree of Markdown. */
import type { Literal } from 'mdast';
import type { Extension } from 'mdast-util-from-markdown';
import { readFormula } from './formula.ts';

export interface Formula extends Literal {
  readonly type: 'formula';
  /** As it is written, with its delimiters, so that its text says what the answer says. */
  readonly value: string;
  /** '' of a block that is not closed, which is shown as it is written. */
  readonly tex: string;
  /** Shown on a line of its own. */
  readonly isDisplayed: boolean;
  /** Not within a paragraph. */
  readonly isBlock: boolean;
}

declare module 'mdast' {
  interface PhrasingContentMap {
    formula: Formula;
  }
  interface BlockContentMap {
    formula: Formula;
  }
  interface RootContentMap {
    formula: Formula;
  }
}

const BLOCKS: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem']);

export const formulaFromMarkdown: Extension = {
  enter: {
    formula(token) {
      const written = this.sliceSerialize(token);
      // a bare one ends the cell
      const value = this.data.inTable === true ? written.replaceAll(String.raw`\|`, '|') : written;
      const { tex, isDisplayed } = readFormula(value) ?? { tex: '', isDisplayed: true };
      const isBlock = BLOCKS.has(this.stack.at(-1)?.type ?? '');
      this.enter({ type: 'formula', value, tex, isDisplayed, isBlock }, token);
    },
  },
  exit: {
    formula(token) {
      this.exit(token);
    },
  },
};
