/** What the panel needs of a run and not before it: a script of its own. */
import './run.css';
import '../pictures/pictures.css';
import '../quotes/quotes.css';
import '../research/web.css';
import '../agents/agents.css';

export { ReplyBox, TalkBar } from '../agents/conversation-dock.tsx';
export { createRepeatActions } from '../answer/repeat-actions.ts';
export { isWaitingForUser } from '../trace/active-agents.ts';
export { findActiveTalk } from '../trace/agent-conversation.ts';
export { computeProgress, formatRunActivity, formatRunStatus, getToolProgress } from './activity.ts';
export { findOpenAsk, OpenQuestion } from '../asks/open-questions.tsx';
export { OriginBand } from './origin.tsx';
export { Pace } from './pace.tsx';
export { RunFoot } from './run-foot.tsx';
export { addDraft, addFrames, addThought, createRunModel } from './run-model.ts';
export { RunningCost, RunView } from './run-view.tsx';
