/** A question of the web in a run of the real job: a scripted model in a made-up web, asked, gone on with, and asked again. */
import type { Frame, RunSpec, ToolResultFrame, RunRequest } from '../../../src/lib/agent/frames/frames.ts';
import type { AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import { agentModel, type AgentModelOptions, type Say } from '../models/agent-model.ts';
import { BRAVE, gradesFor, judging, webWorld, WIKIPEDIA, type MadeWeb } from './web-world.ts';
import { articleWith, drive, specOf, stateOf, stored, termsIn, wishIn, world, type World } from '../runs/world.ts';

export const GOAL = 'How high did the Elbe tide rise in Hamburg in 1962?';
export const SPEC = specOf({ job: 'research', goal: GOAL, search: [WIKIPEDIA, BRAVE] });
export const TIDE = 'On 17 February 1962 the tide at Hamburg rose 5.70 metres above the usual level.';

/** What code says of its own calls: by these a scripted model tells them from its own. */
const NOT_MINE = [
  'The web has to be searched first.',
  'Go by the sources that the person chose.',
  'Take what the person has selected.',
];

export function researching(web: MadeWeb, script: readonly Say[], options: AgentModelOptions = {}) {
  const made = webWorld(web);
  const model = agentModel(script, { notMine: NOT_MINE, ...options });
  return { ...made, model, world: world(model, articleWith(''), made.ports) };
}

export const allRelevant = judging((_request, count) => gradesFor(count, () => true));

interface Finished {
  readonly frames: Frame[];
  readonly state: AgentState;
}

export async function finished(w: World, spec: RunSpec = SPEC, past: readonly Frame[] = []): Promise<Finished> {
  const frames = await drive(w, past, spec, () => void w.commands.splice(0));
  return { frames, state: stateOf(frames) };
}

/** The same conversation with another wish. */
export function goOn(w: World, { frames }: Finished, request: Partial<RunRequest>): Promise<Finished> {
  w.commands.push({
    id: `follow ${String(frames.length)}`,
    type: 'follow',
    request: { ...wishIn(SPEC), ...request },
    config: termsIn(SPEC),
  });
  return finished(w, SPEC, stored(frames));
}

/** A step of a script that calls one tool. */
export const calls = (name: string, args: Readonly<Record<string, unknown>>): Say => ({
  calls: [{ name, args: { reasoning: 'It is needed.', ...args } }],
});

/** What calls of that tool ended in, in order. */
export const resultsOf = (frames: readonly Frame[], tool: string): readonly ToolResultFrame[] =>
  frames.filter((frame) => frame.kind === 'tool.result').filter((frame) => frame.final && frame.tool === tool);
