/**
 * What a server's list or a test found out about a model, put into its form and into words. The one rule: pure; what
 * nobody found out stays as the person has it.
 */
import type { ListedModel, ProbeReport } from '../lib/protocol/probe.ts';
import type { ModelForm } from './model-form.ts';
import { t } from './strings.ts';

/** What a model can do, as far as somebody found out. */
export type Traits = ProbeReport['found'];

/** What the list says of a model that is chosen from it. */
export function traitsOf({ contextTokens, tools, pictures }: ListedModel, form: ModelForm): Traits {
  // Ollama serves what it is asked for, and asking for all a model could take fills a computer's memory
  const most = form.provider === 'ollama' ? Number(form.contextTokens) : Infinity;
  return {
    ...(contextTokens !== undefined && contextTokens >= 1024 && { contextTokens: Math.min(contextTokens, most) }),
    ...(tools !== undefined && { toolCalling: tools ? 'native' : 'json' }),
    ...(pictures !== undefined && { pictures }),
  };
}

export function withTraits(form: ModelForm, { contextTokens, toolCalling, pictures }: Traits): ModelForm {
  return {
    ...form,
    ...(contextTokens !== undefined && { contextTokens: String(contextTokens) }),
    ...(toolCalling !== undefined && { toolCalling }),
    ...(pictures !== undefined && { pictures }),
  };
}

/** Such as “tool calls in JSON, 8,192 tokens”; '' when nothing was found out. */
export function traitWords({ contextTokens, toolCalling, pictures }: Traits): string {
  return [
    toolCalling === undefined ? '' : t.toolWords[toolCalling],
    contextTokens === undefined ? '' : t.tokens(contextTokens),
    pictures === undefined ? '' : t.pictureWords[pictures ? 'yes' : 'no'],
  ]
    .filter((words) => words !== '')
    .join(', ');
}
