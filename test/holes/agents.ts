/** Deliberate holes in agents that a run calls (SAFETY D11): what they are held for, what they may do, and what they may spend. */
import type { Hole } from './holes.ts';

const nested = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/agent/nested.properties.test.ts', test: name });
const isolation = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/agents/isolation.test.ts', test: name });
const served = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/agents/served-agent.test.ts', test: name });
const handoff = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/agents/handoff.test.ts', test: name });

export const AGENT_HOLES: readonly Hole[] = [
  {
    name: 'takes what a model tells an agent for the person’s word',
    file: 'src/lib/agent/tool-calls/run-sub-agent.ts',
    find: 'const labels = mergeLabels(cause.promptLabels, journal.state.inputLabels, agentTask.labels, ...cause.usedLabels);',
    replace: "const labels = { integrity: 'user', confidentiality: 'public', origin: 'user' } as const;",
    caughtBy: isolation('is held for no better than what its caller had read'),
  },
  {
    name: 'shows an agent’s prompt as if it were the person’s',
    file: 'src/lib/agent/context/transcript.ts',
    find: 'labels: state.inputLabels }',
    replace: 'labels: USER_LABELS }',
    caughtBy: nested('makes nothing better of what an agent was told'),
  },
  {
    name: 'takes an address in a task for one that the person named',
    file: 'src/lib/agent/egress/user-words.ts',
    find: 'sub ? [...sub.named] :',
    replace: 'sub ? [state.spec?.goal ?? ""] :',
    caughtBy: isolation('names no address and no engine of its own'),
  },
  {
    name: 'lets every agent search the web unasked',
    file: 'src/lib/agent/egress/rights.ts',
    find: 'spec?.sub?.engines ??',
    replace: 'spec !== null ||',
    caughtBy: isolation('names no address and no engine of its own'),
  },
  {
    name: 'gives an agent tools that its manifest does not name',
    file: 'src/lib/agents/called-agent-job.ts',
    find: 'for (const name of agent.uses_tools)',
    replace: "for (const name of [...agent.uses_tools, 'read_page'])",
    caughtBy: isolation('and no others'),
  },
  {
    name: 'gives an agent tools of servers that it does not name',
    file: 'src/lib/agent/frames/narrow-config.ts',
    find: 'uses.includes(tool.server) && isServerName(tool.server)',
    replace: "tool.server !== '' && isServerName(tool.server)",
    caughtBy: served('cannot call what it does not name'),
  },
  {
    name: 'gives an agent tools of servers that its caller may not use',
    file: 'src/lib/agent/tool-calls/run-sub-agent.ts',
    find: '...narrowLimits(agent, { ...caller, agents }),',
    replace: '...narrowLimits(agent, { ...caller, agents }), serverTools: caller.serverTools ?? [],',
    caughtBy: served('cannot call what it does not name'),
  },
  {
    name: 'tells the server of an agent’s model of the person’s tools',
    file: 'src/lib/agents/job-resolver.ts',
    find: 'return isElsewhere ? job : offerServerTools',
    replace: 'return isElsewhere && window < 0 ? job : offerServerTools',
    caughtBy: served('has none where its model is at a server that nobody named'),
  },
  {
    name: 'tells an agent the conversation',
    file: 'src/lib/agent/tool-calls/run-sub-agent.ts',
    find: '    goal: task,',
    replace: '    goal: `${caller.goal} ${task}`,',
    caughtBy: isolation('and nothing of the conversation'),
  },
  {
    name: 'lets an agent spend what its caller has not',
    file: 'src/lib/agent/model-calls/model-call.ts',
    find: 'for (const level of [...callers, state])',
    replace: 'for (const level of [state])',
    caughtBy: nested('spends nothing that its caller has not'),
  },
  {
    name: 'does not hold an agent to its own budget',
    file: 'src/lib/agent/frames/narrow-config.ts',
    find: 'Math.min(caller.tokenBudget, own.max_tokens_per_invocation)',
    replace: 'caller.tokenBudget',
    caughtBy: isolation('no more tokens than its manifest allows'),
  },
  {
    name: 'calls any number of agents',
    file: 'src/lib/agent/tool-calls/run-sub-agent.ts',
    find: 'state.request.invokedCount + alreadyInvoking >= maxCalled',
    replace: 'state.request.invokedCount + alreadyInvoking < 0',
    caughtBy: nested('or more often than is allowed'),
  },
  {
    name: 'leaves the attempts of agents unsettled that a death has cut',
    file: 'src/lib/agent/loop/settle-calls.ts',
    find: '[...iterateActiveAgents(state)].flatMap((agent)',
    replace: '[state].flatMap((agent)',
    caughtBy: isolation('whose model call a death has cut'),
  },
  {
    name: 'does not give the conversation back',
    file: 'src/lib/agent/loop/select-next-action.ts',
    find: 'return getCorrelationId(state) === command.of',
    replace: "return command.of === '' && getCorrelationId(state) === command.of",
    caughtBy: handoff('is taken back by the person'),
  },
  {
    name: 'drops the comment of a field that the form takes out',
    file: 'src/lib/agents/manifest/edit-yaml.ts',
    find: 'if (comments === null) return true;',
    replace: 'return true;',
    caughtBy: {
      file: 'test/lib/agents/manifest/edit-yaml.properties.test.ts',
      test: 'keeps every comment and every unknown field',
    },
  },
];
