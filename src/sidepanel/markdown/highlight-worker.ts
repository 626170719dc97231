/** A worker, since a grammar's expressions may take any time for hostile text: it can be ended. */
import { findCodeTokens } from './find-code-tokens.ts';

self.onmessage = ({ data }: MessageEvent<{ readonly code: string; readonly language: string }>) => {
  self.postMessage(findCodeTokens(data.code, data.language));
};
