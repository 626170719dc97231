/** What the list of conversations says of each, folded from its frames. */
import { getMetaField, type Frame, type RunSpec } from '../agent/frames/frames.ts';
import { isPageless } from '../agent/frames/pageless.ts';
import { findRequest } from '../agent/state/run-summary.ts';
import type { RunListing } from '../agent/store/run-archive.ts';
import { clip, collapseWhitespace } from '../base/one-line.ts';
import { findSelectionAction } from '../jobs/selection-actions.ts';

/** In UTF-16 units. */
const MAX_TITLE_CHARS = 120;
const MAX_SUBJECT_CHARS = 60;
const MAX_URL_CHARS = 2000;

const NO_LISTING: RunListing = { job: 'ask', title: '', subject: null, page: '', url: '', requests: 0 };

/** `previous`: null before the first frame. */
export function extendListing(previous: RunListing | null, frames: readonly Frame[]): RunListing {
  return frames.reduce(addFrame, previous ?? NO_LISTING);
}

function addFrame(listing: RunListing, frame: Frame): RunListing {
  if (frame.correlationId !== null) return listing; // tasks and finds of called agents
  if (frame.kind === 'agent.invoked') {
    const { spec } = frame;
    const { byClock } = spec;
    const bySchedule = byClock && { schedule: byClock.name };
    return { ...listing, job: spec.job, ...createTitle(spec), requests: 1, ...bySchedule };
  }
  if (findRequest(frame) !== null) return { ...listing, requests: listing.requests + 1 };
  if (frame.kind !== 'tool.result' || listing.requests > 1) return listing; // later finds belong to follow-ups
  return { ...listing, ...findPage(listing, frame.objects), ...findSubject(listing, frame.objects) };
}

/** A summary has the title of its page, a preset that of its prompt. */
function createTitle({ job, action, goal }: RunSpec): Pick<RunListing, 'title' | 'subject'> {
  if (job === 'summarise') return { title: '', subject: null };
  if (job === 'ask' || job === 'agent' || job === 'translate' || (isPageless(job) && action === ''))
    return { title: truncate(removeMarks(goal), MAX_TITLE_CHARS), subject: null };
  const label =
    findSelectionAction(action)?.title ?? truncate(removeMarks(goal), MAX_SUBJECT_CHARS).replace(/[.:!?]+$/, '');
  return { title: label, subject: '' };
}

type Objects = Extract<Frame, { kind: 'tool.result' }>['objects'];

/** Or the file: it has a name and no address. Pages that a search reads are sources, not what the conversation is about. */
function findPage({ job, page, url }: RunListing, objects: Objects): Pick<RunListing, 'page' | 'url'> {
  const found = objects.find(
    (object) => getText(object, 'title') !== '' && getText(object, 'url') + getText(object, 'file') !== '',
  );
  if (page !== '' || isPageless(job) || found === undefined) return { page, url };
  return {
    page: truncate(getText(found, 'title'), MAX_TITLE_CHARS),
    url: getText(found, 'url').slice(0, MAX_URL_CHARS),
  };
}

function findSubject({ subject }: RunListing, objects: Objects): Pick<RunListing, 'subject'> {
  if (subject !== '') return { subject };
  const words = objects.map((object) => getText(object, 'words')).find((text) => text !== '') ?? '';
  return { subject: truncate(removeMarks(words), MAX_SUBJECT_CHARS) };
}

function getText(object: Objects[number], name: string): string {
  const value = getMetaField(object, name);
  return typeof value === 'string' ? value : '';
}

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const BLOCK_MARK = /^\s*(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+)+/;
const INLINE_MARKS = /`+|\*{2,3}|~~/g;

/** Questions may be typed or pasted as Markdown, titles are plain text. What is nothing but marks stays. */
function removeMarks(text: string): string {
  const lines = text.split('\n').filter((line) => !FENCE.test(line));
  const plain = lines.map((line) => line.replace(BLOCK_MARK, '').replace(INLINE_MARKS, '')).join('\n');
  return plain.trim() === '' ? text : plain;
}

function truncate(text: string, max: number): string {
  return clip(collapseWhitespace(text), max);
}
