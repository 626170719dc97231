/** The panel's store with all that a user can do in it. */
import type { StoreApi } from 'zustand/vanilla';
import type { SourceChoice } from '../lib/agent/frames/frames.ts';
import type { AskUserFrame } from '../lib/agent/frames/control-frames.ts';
import type { SelectionActionId } from '../lib/jobs/selection-actions.ts';
import type { AgentsController } from './agents/agents-controller.ts';
import type { Question } from './composer/question.ts';
import type { PictureActions } from './pictures/picture-actions.ts';
import type { Notice, PanelModel } from './panel-model.ts';
import type { RunModel } from './run/run-model.ts';

export interface Panel {
  readonly store: StoreApi<PanelModel>;
  readonly summarise: () => Promise<void>;
  /** In the conversation in view or a new one. Resolves with whether the worker accepted it. */
  readonly ask: (question: Question) => Promise<boolean>;
  readonly askAgain: (request: Pick<Question, 'job' | 'goal' | 'pictures'>) => Promise<void>;
  readonly answerAgain: (run: RunModel, sources: SourceChoice) => Promise<boolean>;
  /** `preset`: '' for a built-in action. */
  readonly startSelectionAction: (action: SelectionActionId, preset: string) => Promise<void>;
  readonly pictures: PictureActions;
  readonly agents: AgentsController;
  readonly setStartsNew: (startsNew: boolean) => void;
  readonly dropAbout: () => void;
  readonly stop: () => Promise<void>;
  readonly retry: () => Promise<void>;
  readonly clear: () => Promise<void>;
  /** Each resolves with whether the reply was delivered. */
  readonly answer: (ask: AskUserFrame, text: string) => Promise<boolean>;
  /** `always`: also in future, for that tool on that origin. */
  readonly approve: (ask: AskUserFrame, always?: boolean) => Promise<boolean>;
  readonly decline: (ask: AskUserFrame) => Promise<boolean>;
  readonly reportOutcome: (ask: AskUserFrame, happened: boolean) => Promise<boolean>;
  /** `compaction` is that frame's id. */
  readonly unhide: (compaction: string) => Promise<boolean>;
  readonly keep: (runId: string, kept: boolean) => Promise<boolean>;
  readonly openHistory: () => Promise<void>;
  /** Only the latest query counts. */
  readonly searchHistory: (query: string) => void;
  readonly closeHistory: () => void;
  readonly openKeptRun: (runId: string) => Promise<void>;
  readonly goBack: () => void;
  /** Must be called in a user gesture. Resolves with whether the user granted it. */
  readonly allowAllSites: () => Promise<boolean>;
  readonly refreshOutlook: () => void;
  readonly dismissPagesOffer: () => Promise<void>;
  readonly refreshAccess: () => void;
  readonly dismiss: (code: Notice['code']) => void;
  readonly close: () => void;
}
