import type { JobName } from '../agent/frames/frames.ts';
import type { Job } from '../agent/loop/job.ts';
import { agent } from './agent.ts';
import { ask } from './ask.ts';
import { chat } from './chat.ts';
import { research } from './research.ts';
import { screenshot } from './screenshot.ts';
import { explain, rewrite } from './selection.ts';
import { summarise } from './summarise.ts';
import { translate } from './translate.ts';

export const JOBS: Readonly<Record<JobName, Job>> = {
  summarise,
  ask,
  chat,
  explain,
  rewrite,
  screenshot,
  research,
  translate,
  agent,
};
