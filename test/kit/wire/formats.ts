/** Every wire format that the product speaks. */
import { anthropicMessages } from './anthropic.ts';
import { chatCompletions } from './chat-completions.ts';
import { gemini } from './google.ts';
import { ollamaChat } from './ollama.ts';
import { openAIResponses } from './openai.ts';
import type { WireFormat } from './speech.ts';

export const FORMATS: readonly WireFormat[] = [chatCompletions, ollamaChat, openAIResponses, anthropicMessages, gemini];
