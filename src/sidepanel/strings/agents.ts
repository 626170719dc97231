import { FORM_WORDS, formatTokens } from '../../ui/form-words.ts';
import { t as shell } from './shell.ts';
import { formatAmount, formatCount, formatList, formatNumber } from '../../lib/base/locale.ts';

const lowercaseFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

const ADDED = { files: 'files', pictures: 'pictures', tabs: 'the added tabs', selection: 'the selection' } as const;

export const AGENT_WORDS = {
  agents: {
    ...shell.agents,
    unread: (name: string, added: readonly (keyof typeof ADDED)[]) =>
      `${name} can’t read ${formatList(
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
    wants: (name: string) => `Requested by ${name}.`,
    said: 'Message',
    takenBack: 'Ended by you',

    talk: {
      label: (name: string) => `Conversation with ${name}`,
      with: (name: string) => ['In conversation with', name] as const,
      turns: (n: number, of: number) =>
        formatCount(of, { one: `${formatNumber(n)} of # step`, other: `${formatNumber(n)} of # steps` }),
      tokens: (n: number, of: number) =>
        formatCount(of, { one: `${formatNumber(n)} of # token`, other: `${formatNumber(n)} of # tokens` }),
      tokensSoFar: formatTokens,
      end: 'End conversation',
      ending: 'Ending…',
      reply: (name: string) => `Reply to ${name}…`,
      replyLabel: (name: string) => `Reply to ${name}`,
      wait: (name: string) => `${name} is thinking…`,
      you: 'You',
      ended: {
        user: (name: string) => `You ended the conversation with ${name}.`,
        agent: (name: string) => `${name} ended the conversation.`,
        steps: (name: string) => `${name} reached its step limit.`,
        tokens: (name: string) => `${name} reached its token limit.`,
        cost: (name: string) => `${name} reached the cost limit.`,
        time: (name: string) => `${name} reached its time limit.`,
        context: (name: string) => `The conversation with ${name} became too long for its model.`,
        retries: (name: string) => `${name} returned nothing usable.`,
        error: (name: string, why: string) => `The conversation with ${name} ended with an error. ${why}`,
        abandoned: (name: string) => `Conversation with ${name} ended.`,
      },
    },

    list: {
      builtIn: 'Built in',
      own: 'Yours',
      none: 'No agents of your own yet.',
      intro: 'An agent is a helper with its own instructions, tools and limits. You or the assistant can call one.',
      on: (name: string) => `${name} is on`,
      state: (on: boolean) => (on ? 'On' : 'Off'),
      mode: { tool: 'Task agent: reports back', handoff: 'Conversation agent: talks with you' },
      yours: 'your version',
      broken: 'Can’t run',
      unreadable: 'Can’t be read',
      new: 'New agent',
      import: 'Import…',
      importHint: 'Open a definition from a file',
    },

    one: {
      version: (version: string) => `version ${version}`,
      routing: 'When the assistant calls it',
      tools: 'What it may use',
      noTools: 'No tools.',
      kinds: {
        tool: '',
        extension: '',
        agent: 'another agent',
        server: 'a tool server, whose tools ask you first',
        'server-tool': 'a server’s tool, which asks you first',
        off: 'off, or its server is gone (see Settings → Tools)',
        missing: 'not found',
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
          ? [shell.priceUnknown]
          : costs === 0
            ? []
            : [`about ${formatAmount(costs, 3)} at the models’ prices`]),
      ],
      instructions: 'Its instructions',
      manifest: 'Definition',
      dependsOn: 'Needs',
      edit: FORM_WORDS.edit,
      customise: 'Customise',
      customiseHint: 'Edit a copy that replaces the built-in agent',
      reset: 'Reset to default',
      duplicate: 'Duplicate',
      copy: 'copy',
      export: 'Export',
      remove: 'Delete',
      removeAsk: (name: string) => `Delete ${name}? This can’t be undone.`,
      yes: 'Delete it',
      no: 'Keep it',
      faults: 'What’s wrong',
      gone: 'This agent no longer exists.',
    },

    attempt: {
      title: { tool: 'Try it', handoff: (name: string) => `Conversation with ${name}` },
      label: { tool: 'Task', handoff: 'Topic' },
      placeholder: { tool: 'Describe a task…', handoff: 'Start the conversation…' },
      send: { tool: 'Try it', handoff: 'Start' },
      where: 'Runs on the current tab.',
      off: 'Switch it on to try it.',
      busy: shell.askBox.busy,
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
      replaces: (name: string) => `Saving replaces ${name}, which has the same ID.`,
      unsaved: 'Leave without saving?',
      stay: FORM_WORDS.stay,
      leave: FORM_WORDS.leave,
      tooLong: (most: number) =>
        formatCount(most, {
          one: 'A definition has at most # character.',
          other: 'A definition has at most # characters.',
        }),
      unreadable: 'This file couldn’t be read.',
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
        handoff: 'Takes over the conversation until you end it.',
      },
      tools: 'Tools it may use',
      agents: 'Agents it may call',
      singleTools: (chosen: number, all: number) =>
        formatCount(all, { one: `${formatNumber(chosen)} of # tool`, other: `${formatNumber(chosen)} of # tools` }),
      missing: 'Not found.',
      serverOff: 'Off, or its server is gone. See Settings → Tools.',
      serverHelp: 'A tool server. It asks you before each call.',
      serverEmpty: 'A tool server with no tools on. See Settings → Tools.',
      serverTaken: 'A built-in tool or agent has the same name. Choose single tools.',
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
      placeholder: 'For example: check the dates of a page against the web',
      start: 'Draft agent',
      drafting: 'Drafting…',
      failed: 'Couldn’t draft the agent',
      ready: (name: string) => `Draft: ${name}`,
      open: 'Open',
    },

    proposal: {
      replacesId: (id: string) => `Replaces the existing agent “${id}”.`,
      tools: 'Tools it may use',
      how: 'How it works',
      mode: { tool: 'Does a task and reports back.', handoff: 'Takes over the conversation until you end it.' },
      instructions: (length: number) =>
        formatCount(length, {
          one: 'Full instructions (# character)',
          other: 'Full instructions (# characters)',
        }),
      noInstructions: 'No instructions of its own',
      usual: 'default limits',
      usualRest: 'otherwise default limits',
      off: 'Saved switched off.',
      whole: 'Full definition',
    },

    extensions: {
      page: 'Read the open pages, and find things in them',
      web: 'Search the web, and read pages of it',
      pictures: 'Read pictures, and look at them',
      memory: 'Look back at earlier results',
      tabs: 'Open links in a new tab, with your approval',
      agents: 'Make and change agents, with your approval',
    } as Readonly<Record<string, string>>,

    figures: {
      turns: (n: number) => formatCount(n, { one: '# step', other: '# steps' }),
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
