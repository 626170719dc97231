/**
 * Emphasis beside Chinese, Japanese or Korean, as in `是**“重点”**内容`: CommonMark takes marks between such a letter and
 * punctuation for text, since these scripts have no spaces. The proposal of micromark-extension-cjk-friendly, in short.
 */
import { attention } from 'micromark-core-commonmark';
import type { Code, Construct, Extension, State } from 'micromark-util-types';

const ASTERISK = 42;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

const isCjk = (code: Code): boolean => code !== null && code > 0 && CJK.test(String.fromCharCode(code));
/** Line ends are below 0. */
const isSpace = (code: Code): boolean => code === null || code < 0 || /\s/.test(String.fromCharCode(code));

const construct: Construct = {
  ...attention,
  tokenize(effects, ok, nok) {
    const { previous, events } = this;
    const relax: State = (code) => {
      const token = events.at(-1)?.[1];
      if (token && (isCjk(previous) || isCjk(code))) {
        token._open = !isSpace(code);
        token._close = !isSpace(previous);
      }
      return ok(code);
    };
    return attention.tokenize.call(this, effects, relax, nok);
  },
};

export const cjkEmphasis: Extension = { text: { [ASTERISK]: construct } };
