/** Which model a person chose, without its key: safe in frames, exports and logs. */
import type { ModelTimeouts } from './model.ts';

export interface ModelConfig {
  readonly provider: 'extractive' | 'openai-compatible';
  readonly endpoint: string;
  readonly model: string;
  readonly contextTokens: number;
  /** `native`: over the wire, until the server refuses it; `text`: in the text from the beginning. */
  readonly toolCalling: 'native' | 'text';
  readonly timeouts: ModelTimeouts;
}
