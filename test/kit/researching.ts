/** A question of the web in a run of the real job: a scripted model in a made-up web. */
import type { Frame, RunSpec, ToolResultFrame } from '../../src/lib/agent/frames.ts';
import type { AgentState } from '../../src/lib/agent/state.ts';
import { agentModel, type AgentModelOptions, type Say } from './agent-model.ts';
import { BRAVE, gradesFor, judging, webWorld, WIKIPEDIA, type MadeWeb } from './web-world.ts';
import { articleWith, drive, specOf, stateOf, world, type World } from './world.ts';

export const GOAL = 'How high did the Elbe tide rise in Hamburg in 1962?';
export const SPEC = specOf({ job: 'research', goal: GOAL, search: [WIKIPEDIA, BRAVE] });
export const TIDE = 'On 17 February 1962 the tide at Hamburg rose 5.70 metres above the usual level.';

export function researching(web: MadeWeb, script: readonly Say[], options: AgentModelOptions = {}) {
  const made = webWorld(web);
  const notMine = ['The web has to be searched first.', 'Go by the sources that the person chose.'];
  const model = agentModel(script, { notMine, ...options });
  return { ...made, model, world: world(model, articleWith(''), made.ports) };
}

export const allRelevant = judging((_request, count) => gradesFor(count, () => true));

export async function finished(
  w: World,
  spec: RunSpec = SPEC,
  past: readonly Frame[] = [],
): Promise<{ readonly frames: Frame[]; readonly state: AgentState }> {
  const frames = await drive(w, past, spec, () => void w.commands.splice(0));
  return { frames, state: stateOf(frames) };
}

/** A step of a script that calls one tool. */
export const calls = (name: string, args: Readonly<Record<string, unknown>>): Say => ({
  calls: [{ name, args: { reasoning: 'It is needed.', ...args } }],
});

/** What calls of that tool ended in, in order. */
export const resultsOf = (frames: readonly Frame[], tool: string): readonly ToolResultFrame[] =>
  frames.filter((frame) => frame.kind === 'tool.result').filter((frame) => frame.final && frame.tool === tool);
