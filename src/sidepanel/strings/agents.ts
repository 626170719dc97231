import { FORM_WORDS, formatTokens } from '../../ui/form-words.ts';
import { t as shell } from './shell.ts';
import { formatCount, formatList, formatNumber } from '../../lib/base/locale.ts';

const lowercaseFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

const ADDED = { files: 'files', pictures: 'pictures', tabs: 'the added tabs', selection: 'the selection' } as const;

export const AGENT_WORDS = {
  agents: {
    ...shell.agents,
    unread: (name: string, added: readonly (keyof typeof ADDED)[]) =>
      `${name} cannot read ${formatList(
        added.map((kind) => ADDED[kind]),
        'disjunction',
      )}.`,
    withoutAgent: 'Ask without the agent',
    title: 'Agents',

    doing: (name: string, doing: string, besides: number) => {
      const work = `${name}: ${lowercaseFirst(doing)}`;
      if (besides === 0) return work;
      return `${work}, ${formatCount(besides, { one: 'and # more agent at work', other: 'and # more agents at work' })}`;
    },
    work: (name: string) => `What ${name} did`,
    main: 'The assistant itself',
    did: 'What it did',
    report: 'Its report',
    task: 'Task',
    context: 'Additional context',
    steps: (n: number) => formatCount(n, { one: '# step', other: '# steps' }),
    tokens: formatTokens,
    asks: (name: string) => `${name} has a question`,
    wants: (name: string) => `Asked by the agent ${name}.`,
    said: 'Say something to you',
    takenBack: 'Taken back by you',

    talk: {
      label: (name: string) => `Conversation with ${name}`,
      with: (name: string) => ['You are talking with', name] as const,
      turns: (n: number, of: number) =>
        formatCount(of, { one: `${formatNumber(n)} of # turn`, other: `${formatNumber(n)} of # turns` }),
      tokens: (n: number, of: number) =>
        formatCount(of, { one: `${formatNumber(n)} of # token`, other: `${formatNumber(n)} of # tokens` }),
      tokensSoFar: formatTokens,
      back: 'Back to the assistant',
      goingBack: 'Going back…',
      reply: (name: string) => `Reply to ${name}…`,
      replyLabel: (name: string) => `Reply to ${name}`,
      wait: (name: string) => `${name} is thinking…`,
      you: 'You',
      ended: {
        user: (name: string) => `You took the conversation back from ${name}.`,
        agent: (name: string) => `${name} gave the conversation back.`,
        steps: (name: string) => `${name} reached its limit of turns.`,
        tokens: (name: string) => `${name} used up its tokens.`,
        cost: (name: string) => `${name} reached the limit of cost.`,
        time: (name: string) => `${name} reached its time limit.`,
        context: (name: string) => `The conversation with ${name} became too long for its model.`,
        retries: (name: string) => `${name}’s model gave nothing that could be used.`,
        error: (name: string, why: string) => `The conversation with ${name} ended with an error. ${why}`,
        abandoned: (name: string) => `The conversation with ${name} was left.`,
      },
    },

    list: {
      builtIn: 'Built in',
      own: 'Yours',
      none: 'No agents of your own yet.',
      intro:
        'An agent is a helper with its own instructions, tools and limits. The assistant calls the right one by itself; you can also call one.',
      on: (name: string) => `${name} is on`,
      off: 'Off',
      mode: { tool: 'Task agent', handoff: 'Chat agent' },
      yours: 'your version',
      broken: 'Cannot run',
      unreadable: 'Cannot be read',
      new: 'New agent',
      import: 'Import…',
      importHint: 'Open a manifest from a file',
    },

    one: {
      version: (version: string) => `version ${version}`,
      routing: 'When the assistant calls it',
      tools: 'What it may use',
      noTools: 'Nothing: it works with what it is told.',
      kinds: {
        tool: '',
        extension: '',
        agent: 'another agent',
        server: 'a tool server, whose tools ask you first',
        'server-tool': 'a server’s tool, which asks you first',
        off: 'is off, or its server is gone: see Settings → Tools',
        missing: 'is not there',
      },
      calls: 'May call',
      model: 'Model',
      models: { main: 'Your main model', fast: 'Your fast model', vision: 'Your model for pictures' } as Readonly<
        Record<string, string>
      >,
      output: (tokens: number) =>
        formatCount(tokens, { one: 'answers of at most # token', other: 'answers of at most # tokens' }),
      temperature: (value: number) => `temperature ${formatNumber(value)}`,
      limits: FORM_WORDS.limits,
      spend: 'Used so far',
      never: 'Not yet',
      spent: (invocations: number, tokens: number, costs: number | null) => [
        formatCount(invocations, { one: '# time', other: '# times' }),
        formatTokens(tokens),
        ...(costs === null
          ? ['price not known']
          : costs === 0
            ? []
            : [`about ${formatNumber(costs, { maximumSignificantDigits: 3 })} at the models’ prices`]),
      ],
      instructions: 'Its instructions',
      manifest: 'Manifest',
      dependsOn: 'Needs',
      edit: FORM_WORDS.edit,
      customise: 'Customise',
      customiseHint: 'Edit a copy that takes the place of the built-in agent',
      reset: 'Reset to default',
      duplicate: 'Duplicate',
      copy: 'copy',
      export: 'Export',
      remove: 'Delete',
      removeAsk: (name: string) => `Delete ${name} for good?`,
      yes: 'Delete it',
      no: 'Keep it',
      faults: 'What’s wrong',
      gone: 'This agent is not there any more.',
    },

    attempt: {
      title: { tool: 'Try it', handoff: (name: string) => `Talk to ${name}` },
      label: { tool: 'A task for it', handoff: 'Topic' },
      placeholder: { tool: 'Describe a task…', handoff: 'Begin the conversation…' },
      send: { tool: 'Try it', handoff: 'Talk' },
      where: 'Runs on the current tab.',
      off: 'Switch it on to try it.',
      busy: 'When the present run is over.',
      noTab: 'Open a page first.',
    },

    editor: {
      ...shell.agents.editor,
      edit: FORM_WORDS.editLabel,
      label: 'Definition, in YAML',
      save: FORM_WORDS.save,
      saving: FORM_WORDS.saving,
      cancel: FORM_WORDS.cancel,
      fine: 'Looks good',
      problems: (n: number) => formatCount(n, { one: '# problem: fix to save.', other: '# problems: fix to save.' }),
      required: 'Required.',
      advanced: FORM_WORDS.advanced,
      showAdvanced: 'Show in Advanced',
      others: (fields: string) => `Set in Advanced: ${fields}.`,
      onlyText: 'The form can’t show this definition. Fix it in Advanced.',
      cannotChange: 'This field can’t be changed here. Use Advanced.',
      checking: 'Checking…',
      line: (line: number) => `line ${formatNumber(line)}`,
      whole: 'the whole',
      replaces: (name: string) => `There is an agent of that id: saving puts this in the place of ${name}.`,
      unsaved: 'This is not saved yet.',
      stay: 'Keep editing',
      leave: 'Leave without saving',
      tooLong: (most: number) =>
        formatCount(most, {
          one: 'A manifest has at most # character.',
          other: 'A manifest has at most # characters.',
        }),
      unreadable: 'This file could not be read.',
    },

    form: {
      labels: {
        name: 'Name',
        description: 'Short description',
        routing: 'When to use it',
        instructions: 'Instructions',
        turns: 'Max steps',
        tokens: 'Max tokens',
        time: 'Max seconds',
      },
      help: {
        description: 'Shown in the list.',
        routing: 'The assistant reads this to decide when to call the agent.',
        instructions: 'What the agent does, step by step, and how it answers.',
      },
      id: (id: string) => `ID: ${id}`,
      kind: 'Kind',
      kindHelp: {
        tool: 'Gets a task, from you or the assistant, and reports back.',
        handoff: 'Takes over the chat until you end it.',
      },
      tools: 'Tools it may use',
      agents: 'Agents it may call',
      singleTools: (chosen: number, all: number) =>
        formatCount(all, { one: `${formatNumber(chosen)} of # tool`, other: `${formatNumber(chosen)} of # tools` }),
      missing: 'Not there.',
      serverOff: 'Off, or its server is gone: see Settings → Tools.',
      serverHelp: 'A tool server: asks you before each call.',
      serverEmpty: 'A tool server: none of its tools is on. See Settings → Tools.',
      serverTaken: 'An agent or tool of ours has this name too: choose single tools.',
      limits: FORM_WORDS.limits,
      limitsHelp: 'Per call. It stops at a limit and keeps what it has.',
      usual: { turns: '10', tokens: '50000', time: '120' },
      timeProblem: 'Use 5 to 3,600 seconds.',
      onlyText: 'Set in Advanced.',
      usesOnlyText: 'The tools are set in Advanced.',
    },

    draft: {
      title: 'Describe a task',
      label: 'What the agent should do',
      placeholder: 'Describe a task…',
      start: 'Draft agent',
      drafting: 'Drafting…',
      failed: 'Couldn’t draft the agent',
      ready: (name: string) => `Draft: ${name}`,
      open: 'Open',
    },

    proposal: {
      replacesId: (id: string) => `It takes the place of the agent “${id}” that is there already.`,
      tools: 'Tools it may use',
      how: 'How it works',
      mode: { tool: 'Does tasks and reports.', handoff: 'Takes the conversation over, until you take it back.' },
      instructions: (length: number) =>
        formatCount(length, {
          one: 'Its instructions, whole (# character)',
          other: 'Its instructions, whole (# characters)',
        }),
      noInstructions: 'No instructions of its own',
      usual: 'the usual ones',
      usualRest: 'else the usual ones',
      off: 'It is saved switched off.',
      whole: 'Full definition',
    },

    extensions: {
      page: 'Read the open pages, and find things in them',
      web: 'Search the web, and read pages of it',
      pictures: 'Read pictures, and look at them',
      memory: 'Look back at what was found',
      tabs: 'Open links in a new tab, after your yes',
      agents: 'Make and change agents, after your yes',
    } as Readonly<Record<string, string>>,

    figures: {
      turns: (n: number) => formatCount(n, { one: '# turn', other: '# turns' }),
      tokens: formatTokens,
      time: formatDuration,
    },
  },
} as const;

function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 120
    ? formatCount(seconds, { one: '# second', other: '# seconds' })
    : formatCount(Math.round(seconds / 60), { one: '# minute', other: '# minutes' });
}
