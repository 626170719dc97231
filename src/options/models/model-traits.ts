/** Applies and formats what a server reports about a model; unreported values stay. */
import type { ListedModel, ProbeReport } from '../../lib/protocol/probe.ts';
import type { ModelForm } from './model-form.ts';
import { t } from '../strings/strings.ts';

export type Traits = ProbeReport['found'];

export function toTraits({ contextTokens, tools, pictures }: ListedModel, form: ModelForm): Traits {
  // Ollama allocates what it is asked for; a model's maximum would fill the memory.
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

/** '' if nothing is known. */
export function formatTraits({ contextTokens, toolCalling, pictures }: Traits): string {
  return [
    toolCalling === undefined ? '' : t.toolWords[toolCalling],
    contextTokens === undefined ? '' : t.tokens(contextTokens),
    pictures === undefined ? '' : t.pictureWords[pictures ? 'yes' : 'no'],
  ]
    .filter((words) => words !== '')
    .join(', ');
}
