/**
 * What the agent core must do, as data: the loop (R2), frames (R3), tools (R4), state and resilience (R6), safety (R9). A
 * test that proves a clause names it in its title, as `[R2.1a]`; `requirements.test.ts` fails when a clause has no proof, when a
 * title names one that does not exist, and when what is not built yet has been proved all the same.
 */
export interface Requirement {
  readonly id: string;
  readonly text: string;
  /** What has to exist before this can be proved; absent for all that is built. */
  readonly comesWith?: string;
}

const must = (id: string, text: string, comesWith?: string): Requirement =>
  comesWith === undefined ? { id, text } : { id, text, comesWith };

export const REQUIREMENTS: readonly Requirement[] = [
  must('R2.1a', 'Every run cycles reason, act, observe and ends in a synthesis.'),
  must('R2.1b', 'A thought stands before every tool call.'),
  must('R2.1c', 'An observation follows every tool result.'),
  must('R2.1d', 'Every tool schema shown to a model requires `reasoning`; its absence is a recoverable parse error.'),
  must('R2.1e', 'One observation may name several results; at a limit code writes it, marked as code’s.'),
  must('R2.2a', 'Steps and the attempts of one action are bounded.'),
  must('R2.2b', 'Working time is bounded; waiting for a person does not count.'),
  must('R2.2c', 'Tokens and cost are bounded before they are spent.'),
  must(
    'R2.2d',
    'The parts of a long page are committed effects within one step, bounded by the budget, not by the steps.',
  ),
  must('R2.2e', 'At a limit the run ends with the best partial answer and says which limit.'),
  must('R2.3a', 'A decision calls tools or responds; the goal is met if and only if it responds.'),
  must('R2.3b', 'A decision may ask the person: the run pauses until they answer.'),
  must('R2.3c', 'A decision may declare the task impossible, with a reason.'),
  must('R2.4', 'Every change of phase reaches the status callback.'),
  must('R2.5', 'Cancelling stops a model stream and a running tool at once and leaves a consistent state.'),
  must('R2.6a', 'A task with n tool calls, one after another, costs n + 1 model calls.'),
  must('R2.6b', 'A job that needs no tool takes one model call.'),
  must(
    'R2.7',
    'Style adapts: terse to a terse request, fuller to an exploring one; explicit wishes win; no preambles.',
  ),
  must('R3.1a', 'Everything a run decides or learns is an immutable frame.'),
  must('R3.1b', 'A tool call is written before the tool runs.'),
  must('R3.1c', 'Each frame has id, run, sequence, time, lineage and provenance.'),
  must('R3.1d', 'Reflections, compactions and grades are frames.', 'reflection, compaction and grading themselves'),
  must(
    'R3.2',
    'From the frames alone a program can rebuild the whole state and a person can say what happened and why.',
  ),
  must('R3.3', 'Pipelines are deterministic, do not loop, and know nothing of agents; checked by a rule.'),
  must('R3.4', 'Context objects carry utilities, never business data.'),
  must('R3.5', 'Effects of memory and retrieval show as frames, never as silent changes of a prompt.'),
  must('R3.6a', 'Frames export as NDJSON that reads back as the same frames.'),
  must('R3.6b', 'Exported lines are typed: decision, status, result, token, error, complete.'),
  must('R4.1a', 'Tools have name, description, input and output schema, examples and annotations.'),
  must('R4.1b', 'Results are content blocks with an error flag and structured content.'),
  must('R4.2a', 'The registry rejects duplicates.'),
  must('R4.2b', 'Definitions and calls survive being written and read back unchanged.'),
  must('R4.3', 'Arguments are validated before execution; a message names path, value and expectation.'),
  must('R4.4a', 'A tool that is not available is not shown, and a call of it is refused with the reason.'),
  must('R4.4b', 'A tool may run by itself when its condition comes to hold, once per rising edge.'),
  must('R4.5a', 'A tool may give several results, one after another.'),
  must('R4.5b', 'A result may end the run.'),
  must('R4.5c', 'Execution times are kept.'),
  must('R4.5d', 'Results carry name, objects, metadata, payload type and a message with placeholders.'),
  must('R4.5e', 'Errors are recoverable or not, with a suggestion of what to try next.'),
  must('R4.6a', 'Results are kept by tool and name, with a part that the model does not see and a token estimate.'),
  must('R4.6b', 'Results are rendered to the model under a token limit.'),
  must('R4.7a', 'Built in: summarize_page_content.'),
  must('R4.7b', 'Built in: finding passages in the page.'),
  must('R4.7c', 'Built in: explain_text_with_context.', 'explaining a selection'),
  must(
    'R4.7d',
    'Built in: search_web_for_info, grade_search_results, rewrite_search_query, reading a URL.',
    'research on the web',
  ),
  must('R4.7e', 'Built in: extract_screenshot_text, looking at the page.', 'reading a screenshot'),
  must('R4.8a', 'Native tool calls and text in XML or JSON parse to the same decision.'),
  must('R4.8b', 'Broken JSON is mended where it can be, and is never an exception.'),
  must('R6.1', 'Every frame is stored before the next effect starts.'),
  must('R6.2a', 'Killed at any instant, a run goes on by itself and ends with the same answer.'),
  must('R6.2b', 'While a run lives an alarm exists; it, a start of the browser and an update resume what was running.'),
  must('R6.2c', 'A read-only or idempotent tool is run again; any other is never run twice, and the person is asked.'),
  must('R6.3', 'Writing costs the same at step 400 as at step 1.'),
  must('R6.4a', 'Quota exceeded: the oldest finished runs move out, then the write is tried again.'),
  must('R6.4b', 'Access denied: the run goes on in memory and the person is warned.'),
  must('R6.4c', 'Corrupt state: a fresh session, the corrupt one kept aside, the person told.'),
  must('R6.4d', 'Frames carry a schema version, and older ones are lifted on read.'),
  must('R6.4e', 'Still no room: what a run has read is compacted before it is given up.', 'compaction'),
  must('R6.5a', 'Model errors back off exponentially and honour Retry-After.'),
  must('R6.5b', 'Then the run degrades: shorter context, then what there is.'),
  must('R6.5c', 'The panel says what is unavailable, and when it is back.'),
  must('R6.6a', 'An explicit reset clears state, mirror and bodies.'),
  must('R6.6b', 'A closed tab clears its session, unless the person keeps it.'),
  must('R6.6c', 'The extension is not allowed in incognito windows.'),
  must(
    'R9.1',
    'Untrusted content is marked by provenance; once read, anything that could carry data out needs the person’s yes or a destination they or a search named.',
  ),
  must('R9.3b', 'Messages between contexts are checked by schema and sender.'),
];
