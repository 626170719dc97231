import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useLoaded } from '../../../src/sidepanel/parts/use-loaded.ts';
import { acted } from '../kit/acted.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

it('is loaded once for all that show it, again with each change, and no more once nothing does', async () => {
  let loads = 0;
  const watchers: { readonly on: () => void; readonly signal: AbortSignal }[] = [];
  const load = () => Promise.resolve(`load ${String((loads += 1))}`);
  const watch = (on: () => void, signal: AbortSignal): void => void watchers.push({ on, signal });
  const Row = () => <p>{useLoaded(load, watch) ?? 'unknown'}</p>;
  const element = document.createElement('div');
  const root = createRoot(element);
  const render = (rows: number): void => root.render(Array.from({ length: rows }, (_, index) => <Row key={index} />));
  const show = (rows: number): Promise<void> => acted(() => render(rows));
  const shown = () => Array.from(element.children, ({ textContent }) => textContent);

  act(() => render(1));
  expect(shown()).toEqual(['unknown']);
  await show(3);
  expect([loads, watchers.length, shown()]).toEqual([1, 1, ['load 1', 'load 1', 'load 1']]);
  await acted(() => watchers[0]?.on());
  expect([loads, shown()]).toEqual([2, ['load 2', 'load 2', 'load 2']]);
  await show(1);
  expect([loads, watchers[0]?.signal.aborted]).toEqual([2, false]);
  await show(0);
  expect(watchers[0]?.signal.aborted).toBe(true);
  await show(2);
  expect([loads, shown()]).toEqual([3, ['load 3', 'load 3']]);
  act(() => root.unmount());
});

it('shows the reply to the latest load, also where an earlier one comes after it', async () => {
  const replies: ((value: string) => void)[] = [];
  let change = (): void => undefined;
  const load = () => new Promise<string>((resolve) => void replies.push(resolve));
  const watch = (on: () => void): void => void (change = on);
  const Row = () => useLoaded(load, watch) ?? 'unknown';
  const element = document.createElement('div');
  const root = createRoot(element);
  await acted(() => root.render(<Row />));
  await acted(() => change());
  await acted(() => replies[1]?.('new'));
  await acted(() => replies[0]?.('old'));
  expect(element.textContent).toBe('new');
  act(() => root.unmount());
});

it('is known at once to what takes the place of the last that showed it', async () => {
  let loads = 0;
  const load = () => Promise.resolve(`load ${String((loads += 1))}`);
  const seen: string[] = [];
  const Row = () => {
    seen.push(useLoaded(load) ?? 'unknown');
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await acted(() => root.render(<Row key="one tab" />));
  seen.length = 0;
  await acted(() => root.render(<Row key="another" />));
  expect([loads, seen]).toEqual([1, ['load 1']]);
  act(() => root.unmount());
});
