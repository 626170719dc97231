/**
 * Applies what a server's list or a test reports about a model to its form, and formats it. Unreported values stay as
 * the user set them.
 */
import type { ListedModel, ProbeReport } from '../../lib/protocol/probe.ts';
import type { ModelForm } from './model-form.ts';
import { t } from '../strings/strings.ts';

/** Capabilities of a model, as far as reported. */
export type Traits = ProbeReport['found'];

/** Converts a list entry of the server. */
export function toTraits({ contextTokens, tools, pictures }: ListedModel, form: ModelForm): Traits {
  // Ollama allocates what it is asked for; a model's maximum would fill the computer's memory.
  const maxTokens = form.provider === 'ollama' ? Number(form.contextTokens) : Infinity;
  return {
    ...(contextTokens !== undefined && contextTokens >= 1024 && { contextTokens: Math.min(contextTokens, maxTokens) }),
    ...(tools !== undefined && { toolCalling: tools ? 'native' : 'json' }),
    ...(pictures !== undefined && { pictures }),
  };
}

export function applyTraits(form: ModelForm, { contextTokens, toolCalling, pictures }: Traits): ModelForm {
  return {
    ...form,
    ...(contextTokens !== undefined && { contextTokens: String(contextTokens) }),
    ...(toolCalling !== undefined && { toolCalling }),
    ...(pictures !== undefined && { pictures }),
  };
}

/** Such as “tool calls in JSON, 8,192 tokens”; '' if nothing is known. */
export function formatTraits({ contextTokens, toolCalling, pictures }: Traits): string {
  return [
    toolCalling === undefined ? '' : t.toolWords[toolCalling],
    contextTokens === undefined ? '' : t.tokens(contextTokens),
    pictures === undefined ? '' : t.pictureWords[pictures ? 'yes' : 'no'],
  ]
    .filter((words) => words !== '')
    .join(', ');
}
