/** The selection toolbar. Trusted events on what can be seen, at most twice a second; sends nothing before (SAFETY D6). */
import {
  askWorker,
  createUuid,
  isExtensionAlive,
  type ToolbarReply,
} from '../../chrome/selection-toolbar/ask-worker.ts';
import { type Bar, createBar, isEntryShortcut, findNeighbour, type BarAction } from './buttons.ts';
import { createMenu, type MenuList, parseMenu } from './menu.ts';
import { createBubble, createButton } from './nodes.ts';
import type { SelectionActionId } from '../../lib/jobs/selection-actions.ts';
import type { Request } from '../../lib/protocol/requests/requests.ts';
import { clearSelected, discardSelected, readSelected, storeSelected } from './selected.ts';
import { createStage, type Shown } from './stage.ts';
import { t } from './strings.ts';
import { watchPage } from './watch.ts';

const MIN_ACT_INTERVAL_MS = 500;

/** The result removes it: at once, or when the message that is shown or about to be is closed. */
export function startToolbar(life: AbortController): () => void {
  const { signal } = life;
  const stage = createStage(handleOwnEvent, hideToolbar, signal);
  let bar: Bar | null = null;
  let menu: MenuList | null = null;
  let pressed: Element | null = null;
  let keyedButton: Element | null = null;
  let actedAt = -Infinity;
  let undoButton: HTMLElement | null = null;
  let isWaiting = false;
  /** Removed with what is shown. */
  let isEnding = false;

  function handleOwnEvent(event: Event): void {
    const at = findButton(event);
    // a click without a known target continues, to be handled inside the shadow root
    if (event.type === 'click' && at === null && event.isTrusted && event.eventPhase === Event.CAPTURING_PHASE) return;
    event.stopImmediatePropagation();
    if (!event.isTrusted) return;
    // keeps selection and focus; preventing pointerdown does not, since a tap then clears them
    if (event.type === 'mousedown') event.preventDefault();
    if (event.type === 'pointerdown') stage.sight.notePress((pressed = at));
    if (event.type === 'keydown') handleKey(event as KeyboardEvent);
    else if (event.type === 'click' && at !== null) handleClick(event as MouseEvent, at);
  }

  /** Outside a closed root events target its host, so the element under the pointer is looked up. */
  function findButton(event: Event): HTMLElement | null {
    const root = stage.getSurface()?.root;
    if (!root || !(event instanceof UIEvent)) return null;
    const inner = event.target instanceof Element && event.target.getRootNode() === root ? event.target : null;
    const byPointer = event instanceof MouseEvent && (event.detail > 0 || event.type === 'pointerdown');
    const found = byPointer ? root.elementFromPoint(event.clientX, event.clientY) : (inner ?? keyedButton);
    return found?.closest('button') ?? null;
  }

  function handleClick(event: MouseEvent, at: HTMLElement): void {
    const isOnOther = event.detail > 0 && pressed !== null && pressed !== at;
    const isSeen = stage.sight.isPressSeen(at, event.detail > 0);
    pressed = keyedButton = null;
    if (isOnOther) return; // pressed on one button, released on another
    const action = bar?.getAction(at);
    const choice = menu?.getChoice(at);
    const isUndo = at === undoButton;
    if (action === undefined && choice === undefined && !isUndo) hideToolbar();
    else if (!isSeen) stage.raise();
    else if (isUndo) sendUndo();
    else if (action !== undefined) handleAction(action, event.detail === 0);
    else if (choice !== undefined && 'preset' in choice) sendAction('preset', choice.preset);
    else if (choice !== undefined) sendHide(choice.hide);
  }

  function handleAction(action: BarAction, byKey: boolean): void {
    if (action !== 'more') sendAction(action);
    else if (menu !== null) closeMenu();
    else openMenu(byKey);
  }

  function sendAction(action: SelectionActionId, preset = ''): void {
    const shown = stage.getShown();
    if (shown === null || performance.now() - actedAt < MIN_ACT_INTERVAL_MS) return;
    actedAt = performance.now();
    const { text, ranges } = shown.selected;
    storeSelected(ranges);
    sendAndHide({ type: 'selection.act', action, preset, text, commandId: createUuid() });
  }

  function sendHide(where: Request<'selection.hide'>['where']): void {
    sendAndHide({ type: 'selection.hide', where }, (about) => {
      undoButton = createButton(t.undo);
      stage.show({ ...about, content: [createBubble(t.hidden[where], undoButton)], isPersistent: true });
    });
  }

  function sendUndo(): void {
    isEnding = false;
    sendAndHide({ type: 'selection.show' }, showBar, () => (isEnding = true));
  }

  /** Sends at once, while the user gesture lasts; the toolbar reappears with an error, or as `onDone` shows it. */
  function sendAndHide(
    message: Request<'selection.act' | 'selection.hide' | 'selection.show'>,
    onDone?: (about: SelectedWith) => void,
    onFailure?: () => void,
  ): void {
    const shown = stage.getShown();
    if (shown === null) return;
    const answer = isExtensionAlive() ? askWorker(message, signal) : null;
    hideToolbar();
    isWaiting = true;
    const about = { selected: shown.selected, touch: shown.touch };
    const showReply = (reply: ToolbarReply | null): void => {
      isWaiting = false;
      if (reply?.ok === false) discardSelected(shown.selected.ranges); // without an answer, a later worker may still read it
      if (reply?.ok !== true) onFailure?.();
      if (signal.aborted || stage.getShown() !== null) return;
      isEnding ||= !isExtensionAlive();
      if (reply?.ok === true) onDone?.(about);
      else {
        const error = isExtensionAlive() ? (reply?.error ?? t.noAnswer) : t.updated;
        stage.show({ ...about, content: [createBubble(error)], isPersistent: true });
      }
      if (isEnding && stage.getShown() === null) life.abort();
    };
    if (answer === null) showReply(null);
    else void answer.then(showReply);
  }

  function showBar({ selected, touch }: SelectedWith): void {
    bar = createBar();
    stage.show({ selected, touch, content: [bar.element] });
  }

  function openMenu(byKey: boolean): void {
    const [shown, surface] = [stage.getShown(), stage.getSurface()];
    if (bar === null || shown === null || surface === null) return;
    const list = createMenu();
    menu = list;
    bar.more.setAttribute('aria-expanded', 'true');
    surface.box.append(list.element);
    stage.sight.watch(list.element);
    stage.arrange();
    if (byKey) stage.focusButton(listButtons(list.element)[0] ?? bar.more);
    const answer = isExtensionAlive() ? askWorker({ type: 'selection.menu' }, signal) : Promise.resolve(null);
    void answer.then((reply) => {
      if (menu !== list) return;
      const found = reply?.ok === true ? parseMenu(reply.value) : null;
      list.fillPresets(found);
      if (found !== null) bar?.setLanguage(found.language);
      stage.arrange();
    });
  }

  function closeMenu(): void {
    const focused = menu?.element.contains(stage.getSurface()?.root.activeElement ?? null) === true;
    menu?.element.remove();
    menu = null;
    bar?.more.setAttribute('aria-expanded', 'false');
    if (focused) bar?.more.focus({ preventScroll: true });
  }

  function hideToolbar(): void {
    closeMenu();
    stage.hide();
    bar = null;
    undoButton = null;
    if (isEnding) life.abort();
  }

  function handleKey(event: KeyboardEvent): void {
    const root = stage.getSurface()?.root;
    if (!root) return;
    if (event.key === 'Escape') {
      event.preventDefault(); // the key is ours here: a surrounding dialog stays open
      if (menu !== null) closeMenu();
      else hideToolbar();
      return;
    }
    keyedButton = event.key === 'Enter' || event.key === ' ' ? root.activeElement : null; // the browser turns it into a click
    const list = menu?.element.contains(root.activeElement) === true ? menu.element : undefined;
    const inMenu = list !== undefined;
    const all = listButtons(list ?? stage.getShown()?.content[0]);
    const arrows = stage.getSurface()?.box.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const [next = '', previous = ''] = inMenu ? ['ArrowDown', 'ArrowUp'] : arrows;
    const target = all[findNeighbour(event, all, root.activeElement, { next, previous }) ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    for (const item of all) item.tabIndex = item === target && !inMenu ? 0 : -1;
    target.focus({ preventScroll: true });
  }

  watchPage(
    {
      isOurs: ({ target }) => target !== null && target === stage.getSurface()?.host,
      onOwnEvent: handleOwnEvent,
      onSelectionChange() {
        if (!isExtensionAlive() && !isEnding) life.abort();
        else hideToolbar();
      },
      onSettled(touch) {
        if (!isExtensionAlive()) {
          life.abort();
          return;
        }
        // no page may show the toolbar by selecting text before any user activation
        if ((document.body as HTMLElement | null) === null || !navigator.userActivation.hasBeenActive) return;
        const selected = readSelected();
        clearSelected();
        if (selected === null) return;
        showBar({ selected, touch });
      },
      onPress() {
        if (stage.getShown()?.isPersistent === true) hideToolbar();
        else if (menu !== null) closeMenu();
      },
      onKey(event) {
        if (stage.getShown() === null) return;
        // Escape also goes to the page: nobody asked for the toolbar
        if (event.key === 'Escape') hideToolbar();
        else if (isEntryShortcut(event)) {
          const [first] = listButtons(stage.getSurface()?.box);
          if (first === undefined) return;
          event.preventDefault();
          event.stopImmediatePropagation();
          stage.focusButton(first);
        }
      },
    },
    signal,
  );
  signal.addEventListener('abort', () => {
    stage.hide();
    clearSelected();
  });
  return () => {
    if (isWaiting || stage.getShown()?.isPersistent === true) isEnding = true;
    else life.abort();
  };
}

type SelectedWith = Pick<Shown, 'selected' | 'touch'>;

const listButtons = (part: Element | undefined): readonly HTMLElement[] =>
  part === undefined ? [] : [...part.querySelectorAll('button')];
