/** The words for replies that nothing may act on, written for the model: path, value, what was expected, the next step. */
import type { Decision } from '../decision.ts';

type Invalid = Extract<Decision, { type: 'invalid' }>;

const invalid = (problem: string, suggestion: string): Invalid => ({ type: 'invalid', problem, suggestion });

/** A value as JSON, at most 80 characters. */
export function show(value: unknown): string {
  const short = typeof value === 'string' ? value.slice(0, 100) : value;
  const text = short === undefined ? 'nothing' : JSON.stringify(short);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

export const problems = {
  empty: () => invalid('The reply is empty.', 'Call one of the tools, or write the answer.'),
  onlyThought: () =>
    invalid(
      'The reply has a thought, and neither a call nor an answer.',
      'Call one of the tools, or write the answer.',
    ),
  unfinished: (finish: string) =>
    invalid(
      `The reply was cut (${finish}) before its calls were whole; none was carried out.`,
      'Reply again with fewer calls and shorter arguments.',
    ),
  tooMany: (count: number, max: number) =>
    invalid(
      `The reply has ${count > max + 1 ? String(count) : `more than ${max}`} calls; at most ${max} are carried out together.`,
      `Make the ${max} most useful calls first; call again after their results.`,
    ),
  unknown: (name: string, near: string | undefined, offered: readonly string[]) =>
    invalid(
      `There is no tool ${show(name)}.${near === undefined ? '' : ` The nearest name is ${show(near)}.`}`,
      offered.length === 0
        ? 'No tools are offered now: write the answer.'
        : `Call one of: ${offered.join(', ')}. Or write the answer.`,
    ),
  mixed: () =>
    invalid(
      'ask_user and declare_impossible cannot be called together with anything else; nothing was carried out.',
      'Ask alone, declare alone, or call tools.',
    ),
  unreadable: (what: string, raw: string) =>
    invalid(
      `${what} cannot be read as JSON: ${show(raw.trim())}; expected one object.`,
      'Write the call again, with its arguments as one JSON object: double quotes, inner quotes escaped, no comments.',
    ),
  incomplete: (name: string, raw: string) =>
    invalid(
      `The arguments of ${show(name)} seem to lack something at or before their end: ${show(raw.trim().slice(-60))}; expected one whole JSON object.`,
      'Write the call again, whole, and shorter if it was long.',
    ),
  notObject: (name: string, args: unknown) =>
    invalid(
      `The arguments of ${show(name)} are ${show(args)}; expected one JSON object.`,
      'Call again with an object.',
    ),
  unfit: (name: string, why: string) =>
    invalid(`${show(name)}: ${why}.`, 'Leave it out and call again with the arguments that the tool names.'),
  noReasoning: (name: string, found: unknown) =>
    invalid(
      `${show(name)}: /reasoning is ${found === undefined ? 'missing' : show(found)}; expected a text that says why this tool, why now.`,
      'Call again with the same arguments and your reasoning.',
    ),
  refused: (name: string, message: string) =>
    invalid(message.slice(0, 600), `Correct the arguments of ${show(name)} and call again, or choose another way.`),
  mended: (name: string) =>
    invalid(
      `The arguments of ${show(name)} are not valid JSON, and the reply did not end in a known way; nothing was carried out.`,
      'Write the call again as valid JSON.',
    ),
  noText: (name: string, field: string, found: unknown) =>
    invalid(
      `${name}: /${field} is ${found === undefined ? 'missing' : show(found)}; expected a text that is not empty.`,
      `Call ${name} again with the ${field}.`,
    ),
};
