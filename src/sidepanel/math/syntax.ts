/**
 * Formulas as an extension of the parser. micromark-extension-math reads two prices as a formula, has no `\(…\)`, and an
 * unclosed `$$` takes the rest of the text with it: here blocks end with a blank line.
 */
import type { Code, Construct, Effects, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';
import {
  canBeginAfter,
  canEndBefore,
  isFormula,
  MAX_FORMULA_LENGTH,
  type Delimiter,
} from '../../lib/pipeline/text/tex.ts';
import { isEscapedText } from './formula.ts';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formula: 'formula';
    formulaText: 'formulaText';
  }
}

const DOLLAR = 36;
const BACKSLASH = 92;

const isLineEnd = (code: Code): boolean => code !== null && code < -2;
const isTextEnd = (code: Code): boolean => code === null || isLineEnd(code);
const isSpace = (code: Code): boolean => code === 32 || code === -2 || code === -1;
/** Codes below 0 are tabs and line ends. */
const toChar = (code: Code): string => (code === null ? '' : code < 0 ? ' ' : String.fromCharCode(code));

const CLOSING: Readonly<Record<Delimiter, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };

function consumeLineEnd(effects: Effects, code: Code): void {
  effects.enter('lineEnding');
  effects.consume(code);
  effects.exit('lineEnding');
}

/** Passes a formula's opening delimiter, of which a backslash needs a bracket behind it. */
const startFormula: (...args: [...Parameters<Tokenizer>, next: (delimiter: Delimiter) => State]) => State = (
  effects,
  _ok,
  nok,
  next,
) => {
  const afterBackslash: State = (code) => {
    if (code !== 40 && code !== 91) return nok(code);
    effects.consume(code);
    return next(code === 40 ? '\\(' : '\\[');
  };
  const afterDollar: State = (code) => {
    if (code !== DOLLAR) return next('$')(code);
    effects.consume(code);
    return (third) => (third === DOLLAR ? nok(third) : next('$$')(third));
  };
  return (code) => {
    effects.enter('formula');
    effects.enter('formulaText');
    effects.consume(code);
    return code === BACKSLASH ? afterBackslash : afterDollar;
  };
};

/** Within a paragraph. */
const inText: Construct = {
  name: 'formula',
  tokenize(effects, ok, nok) {
    const { previous } = this;
    // as `previous` of a construct it would not be asked where another one ends the text before
    if (!canBeginAfter(toChar(previous))) return nok;
    return startFormula(effects, ok, nok, (delimiter) => {
      let tex = '';
      let isEscaped = false;
      const closing = CLOSING[delimiter];

      const inside: State = (code) => {
        if (code === null || tex.length > MAX_FORMULA_LENGTH) return nok(code);
        if (delimiter === '$' && tex === '' && /[\s.,;:!?)\]}'"”’%]/.test(toChar(code))) return nok(code);
        if (isLineEnd(code)) return passLineEnd(code);
        if (isEscaped) return code === closing.charCodeAt(1) ? close(code) : take(code, false);
        if (code === BACKSLASH) return take(code, true);
        if (code === DOLLAR) return delimiter.startsWith('$') ? close(code) : nok(code);
        return take(code, false);
      };
      const take = (code: Code, escapes: boolean): State | undefined => {
        // brackets do not nest, and a dollar may be escaped
        if (isEscaped && (code === 40 || code === 91)) return nok(code);
        tex += toChar(code);
        isEscaped = escapes;
        effects.consume(code);
        return inside;
      };
      const passLineEnd = (code: Code): State => {
        effects.exit('formulaText');
        consumeLineEnd(effects, code);
        effects.enter('formulaText');
        tex += ' ';
        isEscaped = false;
        return inside;
      };
      const close = (code: Code): State => {
        effects.consume(code);
        if (delimiter !== '$$') return end;
        return (second) => {
          if (second !== DOLLAR) return nok(second);
          effects.consume(second);
          return end;
        };
      };
      const end: State = (code) => {
        const found = isEscaped ? tex.slice(0, -1) : tex;
        if (delimiter === '$' && /\s$/.test(found)) return nok(code);
        if (delimiter.startsWith('$') && !canEndBefore(found, toChar(code))) return nok(code);
        if (!isFormula(found, delimiter)) return nok(code);
        const isOwnLine = isTextEnd(previous) && isTextEnd(code);
        if (delimiter === '\\[' && isEscapedText(found, isOwnLine)) return nok(code);
        effects.exit('formulaText');
        effects.exit('formula');
        return ok(code);
      };
      return inside;
    });
  },
};

/**
 * Between two dollars alone on their lines. Once the first line is whole it is a block, whether it will be closed or not, so
 * that nothing above changes later.
 */
const inFlow: Construct = {
  name: 'formula',
  concrete: true,
  tokenize(effects, ok, nok) {
    const isInterrupting = this.interrupt;
    return startFormula(effects, ok, nok, (delimiter) => {
      let line = '';
      let isFirst = true;
      let isClosed = false;

      const inside: State = (code) => {
        if (delimiter !== '$$') return nok(code);
        if (isTextEnd(code)) {
          if (isFirst && (code === null || line.trim() !== '')) return nok(code);
          effects.exit('formulaText');
          if (isFirst && isInterrupting === true) return ok(code);
          isFirst = false;
          return isClosed ? end(code) : effects.check(NEXT_LINE, passLineEnd, end)(code);
        }
        line = line.slice(-MAX_FORMULA_LENGTH) + toChar(code);
        if (line.endsWith(CLOSING.$$)) {
          if (isFirst) return nok(code);
          isClosed = true;
        }
        effects.consume(code);
        return inside;
      };
      const passLineEnd: State = (code) => {
        consumeLineEnd(effects, code);
        effects.enter('formulaText');
        line = '';
        return inside;
      };
      const end: State = (code) => {
        effects.exit('formula');
        return ok(code);
      };
      return inside;
    });
  },
};

/** A line that is not blank, and belongs to the same containers. */
const NEXT_LINE: Construct = {
  partial: true,
  tokenize(this: TokenizeContext, effects, ok, nok) {
    const skipSpace: State = (code) => {
      if (isTextEnd(code) || this.parser.lazy[this.now().line]) return nok(code);
      if (!isSpace(code)) return ok(code);
      effects.consume(code);
      return skipSpace;
    };
    return (code) => {
      if (code === null) return nok(code);
      consumeLineEnd(effects, code);
      return (next) => {
        if (!isSpace(next)) return skipSpace(next);
        effects.enter('linePrefix');
        return skipSpace(next);
      };
    };
  },
};

export const formulaSyntax: Extension = {
  flow: { [DOLLAR]: inFlow },
  text: { [DOLLAR]: inText, [BACKSLASH]: inText },
};
