/** Messages to the model about replies that cannot be acted on. */
import type { InvalidDecision } from '../frames/decision.ts';

const createInvalid = (problem: string, suggestion: string): InvalidDecision => ({
  type: 'invalid',
  problem,
  suggestion,
});

export function formatValue(value: unknown): string {
  const short = typeof value === 'string' ? value.slice(0, 100) : value;
  const text = short === undefined ? 'nothing' : JSON.stringify(short);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

export const problems = {
  empty: () => createInvalid('The reply is empty.', 'Call one of the tools, or write the answer.'),
  onlyThought: () =>
    createInvalid(
      'The reply has a thought, and neither a call nor an answer.',
      'Call one of the tools, or write the answer.',
    ),
  unfinished: (finish: string) =>
    createInvalid(
      `The reply was cut (${finish}) before its calls were whole; none was carried out.`,
      'Reply again with fewer calls and shorter arguments.',
    ),
  tooMany: (count: number, max: number) =>
    createInvalid(
      `The reply has ${count > max + 1 ? String(count) : `more than ${max}`} calls; at most ${max} are carried out together.`,
      `Make the ${max} most useful calls first; call again after their results.`,
    ),
  unknown: (name: string, near: string | undefined, offered: readonly string[]) =>
    createInvalid(
      `There is no tool ${formatValue(name)}.${near === undefined ? '' : ` The nearest name is ${formatValue(near)}.`}`,
      offered.length === 0
        ? 'No tools are offered now: write the answer.'
        : `Call one of: ${offered.join(', ')}. Or write the answer.`,
    ),
  mixed: () =>
    createInvalid(
      'ask_user and declare_impossible cannot be called together with anything else; nothing was carried out.',
      'Ask alone, declare alone, or call tools.',
    ),
  unreadable: (what: string, raw: string) =>
    createInvalid(
      `${what} cannot be read as JSON: ${formatValue(raw.trim())}; expected one object.`,
      'Write the call again, with its arguments as one JSON object: double quotes, inner quotes escaped, no comments.',
    ),
  incomplete: (name: string, raw: string) =>
    createInvalid(
      `The arguments of ${formatValue(name)} seem to lack something at or before their end: ${formatValue(raw.trim().slice(-60))}; expected one whole JSON object.`,
      'Write the call again, whole, and shorter if it was long.',
    ),
  ambiguous: (name: string, ambiguity: string) =>
    createInvalid(
      `${formatValue(name)}: ${ambiguity}; nothing was carried out.`,
      'Call again with each key once, and with such an integer as text.',
    ),
  notObject: (name: string, args: unknown) =>
    createInvalid(
      `The arguments of ${formatValue(name)} are ${formatValue(args)}; expected one JSON object.`,
      'Call again with an object.',
    ),
  forbiddenContent: (name: string, why: string) =>
    createInvalid(
      `${formatValue(name)}: ${why}.`,
      'Leave it out and call again with the arguments that the tool names.',
    ),
  noReasoning: (name: string, found: unknown) =>
    createInvalid(
      `${formatValue(name)}: /reasoning is ${found === undefined ? 'missing' : formatValue(found)}; expected a text that says why this tool, why now.`,
      'Call again with the same arguments and your reasoning.',
    ),
  rejectedArguments: (name: string, message: string) =>
    createInvalid(
      message.slice(0, 600),
      `Correct the arguments of ${formatValue(name)} and call again, or choose another way.`,
    ),
  repaired: (name: string) =>
    createInvalid(
      `The arguments of ${formatValue(name)} are not valid JSON, and the reply did not end in a known way; nothing was carried out.`,
      'Write the call again as valid JSON.',
    ),
  noText: (name: string, field: string, found: unknown) =>
    createInvalid(
      `${name}: /${field} is ${found === undefined ? 'missing' : formatValue(found)}; expected a text that is not empty.`,
      `Call ${name} again with the ${field}.`,
    ),
};
