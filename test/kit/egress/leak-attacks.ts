/** What generated attacks vary in. */
import fc from 'fast-check';
import type { JobName } from '../../../src/lib/agent/frames/frames.ts';
import { CARRIERS, GOALS, type Carrier, type Goal } from './leak-goals.ts';
import { WRITINGS, type Writing } from './leaking-model.ts';

export interface Attack {
  /** Jobs of the conversation's requests, in order. */
  readonly jobs: readonly JobName[];
  readonly goals: readonly Goal[];
  readonly carriers: readonly Carrier[];
  readonly writing: Writing;
  readonly has: readonly ('other' | 'selection' | 'picture' | 'pdf' | 'file')[];
  /** A file of the question cannot be read: the user and the model are told its name. */
  readonly torn: boolean;
  /** That is asked where the job is `agent`: of the web; one that reads the files too, as it is told; one that asks others too. */
  readonly agent: 'desk' | 'envoy' | 'web-researcher';
  /** Whether the user agrees to the nth question. */
  readonly agrees: readonly boolean[];
  /** What was allowed for good. */
  readonly granted: boolean;
  /** The user names the kept agent. */
  readonly named: boolean;
  /** The user names a page of the site that was allowed for good. */
  readonly typed: boolean;
  /** Hits and pages repeat what they were asked for, in their words and addresses. */
  readonly echoes: boolean;
  /** Tools of two servers are switched on: one that anybody may ask, and one that is the user's own; and one of the page. */
  readonly served: boolean;
  /** A server that gets what it is sent also asks the model. */
  readonly samples: boolean;
}

const attacksAnywhere: fc.Arbitrary<Attack> = fc.record({
  jobs: fc.oneof(
    { weight: 3, arbitrary: fc.constant<readonly JobName[]>(['research']) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<readonly JobName[]>(
        ['ask'],
        ['agent'],
        ['agent', 'agent'],
        ['summarise', 'research'],
        ['screenshot', 'research'],
        ['agent', 'research'],
        ['ask', 'research'],
        ['research', 'ask'],
        ['research', 'research'],
        ['chat', 'research'],
        ['ask', 'chat'],
        ['ask', 'research', 'research'],
      ),
    },
  ),
  goals: fc.array(fc.constantFrom(...(Object.keys(GOALS) as Goal[])), { minLength: 1, maxLength: 6 }),
  carriers: fc.subarray([...CARRIERS], { minLength: 1 }),
  writing: fc.constantFrom(...(Object.keys(WRITINGS) as Writing[])),
  has: fc.subarray(['other', 'selection', 'picture', 'pdf', 'file'] as const),
  torn: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  agent: fc.constantFrom('desk', 'envoy', 'web-researcher'),
  agrees: fc.array(fc.boolean(), { maxLength: 4 }),
  granted: fc.boolean(),
  named: fc.boolean(),
  typed: fc.boolean(),
  echoes: fc.boolean(),
  served: fc.boolean(),
  samples: fc.boolean(),
});

/** Where only the web is searched, some order stands in what is found there. */
export const attacks: fc.Arbitrary<Attack> = attacksAnywhere.map((attack) => {
  const { jobs, carriers } = attack;
  const isRead = jobs.some((job) => job !== 'research') || carriers.includes('web') || carriers.includes('snippet');
  return isRead ? attack : { ...attack, carriers: [...carriers, 'snippet'] };
});
