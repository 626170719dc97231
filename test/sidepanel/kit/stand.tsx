/** The whole panel in a document, and what a user sees and presses there. The test plays the worker. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import type { ActiveTab } from '../../../src/chrome/panel/panel-host.ts';
import type { ShowQuote } from '../../../src/chrome/page/show-quote.ts';
import { NO_EXPENSE } from '../../../src/lib/agent/budget/expense.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import type { Reply } from '../../../src/lib/protocol/requests/requests.ts';
import { PanelContext } from '../../../src/sidepanel/panel-context.ts';
import { createPanel } from '../../../src/sidepanel/store.ts';
import { App } from '../../../src/sidepanel/app.tsx';
import { acted } from './acted.ts';
import {
  ESTIMATE,
  estimated,
  frames,
  listedRun,
  RUN,
  scriptedHost,
  TAB,
  type Answers,
  type Known,
  type ScriptedHost,
} from './script.ts';
import './loaded-parts.ts';

let element: HTMLElement;
let root: Root | null = null;

/** Made by the first that a test needs of it, and gone with the test. */
function mount(): Root {
  if (root !== null) return root;
  element = document.body.appendChild(document.createElement('div'));
  const made = createRoot(element);
  root = made;
  onTestFinished(() => {
    restart();
    element.remove();
    vi.useRealTimers();
  });
  return made;
}

/** An empty document again. */
export function restart(): void {
  act(() => root?.unmount());
  root = null;
}

const SPENT = { session: { ...NO_EXPENSE, input: 4104, output: 512 }, today: NO_EXPENSE, month: NO_EXPENSE };
const delivered = () => ({ ok: true, value: {} }) as const;

/** The panel beside TAB, whose page answers the look with `reply`, and with that run if there is one. */
export async function open(
  reply: Reply<'page.estimate'> = estimated(),
  run?: readonly FrameDraft[],
  answers: Answers = {},
  known: Known = {},
  showQuote: ShowQuote = () => Promise.reject(new Error('No quote was expected.')),
  /** Null: not told yet. */
  tab: ActiveTab | null = TAB,
): Promise<ScriptedHost> {
  const host = scriptedHost(
    {
      'page.estimate': () => reply,
      'attachment.discard': delivered,
      'question.estimate': () => ({ ok: true, value: { estimate: null } }),
      'file.estimate': () => ({ ok: true, value: { estimate: { ...ESTIMATE.ask, metered: false } } }),
      'run.start': () => ({ ok: true, value: { runId: RUN } }),
      'run.ask': () => ({ ok: true, value: { runId: RUN } }),
      'run.follow': () => ({ ok: true, value: { runId: RUN } }),
      'selection.start': () => ({ ok: true, value: { runId: RUN } }),
      'picture.read': () => ({ ok: true, value: { runId: RUN } }),
      'run.cancel': delivered,
      'run.answer': delivered,
      'run.approve': delivered,
      'run.decline': delivered,
      'run.outcome': delivered,
      'run.restore': delivered,
      'run.rate': delivered,
      'run.leave': delivered,
      'history.pin': delivered,
      'history.rename': delivered,
      'history.delete': () => ({ ok: true, value: { shown: false } }),
      'history.restore': delivered,
      'history.forget': delivered,
      'history.clear': delivered,
      'history.bind': delivered,
      ...answers,
    },
    known,
  );
  await acted(() => {
    const panel = createPanel(host, (work) => work());
    mount().render(
      <PanelContext value={{ panel, host, showQuote }}>
        <App />
      </PanelContext>,
    );
    if (tab === null) return;
    host.view(tab);
    const runId = run === undefined ? null : RUN;
    host.emit({ type: 'tab', tabId: TAB.tabId, runId, pinned: false });
    host.emit({ type: 'expenses', expenses: SPENT });
    if (run !== undefined) host.emit({ type: 'frames', runId: RUN, frames: frames(...run) });
  });
  return host;
}

export const page = (): HTMLElement => element;
export const find = (selector: string): HTMLElement | null => element.querySelector<HTMLElement>(selector);
export const button = (name: string): HTMLButtonElement | undefined =>
  [...element.querySelectorAll('button')].find((b) => (b.getAttribute('aria-label') ?? b.textContent).startsWith(name));
/** The button that sends, and stops while a run goes on. */
export const sendButton = (): HTMLButtonElement | null => element.querySelector('#send-button');
export const status = (): string => find('.doing [role=status]')?.textContent ?? '';
export const alert = (): string => find('[role=alert]')?.textContent ?? '';
export const article = (name = 'Summary'): HTMLElement | null => find(`article[aria-label=${name}]`);
export const receipt = (): DOMStringMap | undefined => find('[aria-label=Tokens]')?.dataset;
/** Opens it first, as a user does. */
export async function openReceipt(): Promise<DOMStringMap | undefined> {
  if (receipt() === undefined) await press('Receipt: ');
  return receipt();
}
export const press = (name: string): Promise<void> =>
  acted(() => {
    const found = button(name);
    if (found === undefined) throw new Error(`There is no button “${name}”.`);
    found.click();
  });
/** Presses an item of a menu, which has none while it is closed. */
export async function choose(menu: string, item: string): Promise<void> {
  await press(menu);
  await press(item);
}

/** Presses an item of the menu beside the field to ask in. */
export const add = (item: string): Promise<void> => choose('Add or start', item);

/** A history with one conversation. */
export const listOne = () => ({ ok: true, value: { runs: [listedRun()] } }) as const;

export async function deleteAllHistory(): Promise<void> {
  await press('History');
  await press('Delete all history');
  await press('Delete everything');
  await press('Close history');
}

/** Begins a new conversation, as the worker does. */
export async function leave(host: ScriptedHost): Promise<void> {
  await press('New conversation');
  await acted(() => host.emit({ type: 'tab', tabId: TAB.tabId, runId: null, pinned: false }));
}

/** Types into a field as a user does: React hears of it. */
export function type(field: HTMLTextAreaElement | HTMLInputElement | null, text: string): void {
  if (field === null) throw new Error('There is no field to type into.');
  act(() => {
    Reflect.set(Object.getPrototypeOf(field) as object, 'value', text, field); // past React’s own watch on the element
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

export const key = (target: EventTarget | null, init: KeyboardEventInit): Promise<void> =>
  acted(() => void target?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })));

/** A press at that time, on the clock of `performance.now`, as far as the event says. */
export function pressedAt(name: string, at: number, init: MouseEventInit = {}): Promise<void> {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...init });
  Object.defineProperty(event, 'timeStamp', { value: at });
  return acted(() => void button(name)?.dispatchEvent(event));
}
