/** Plots of runs with several models, some of which fail: each at prices of its own, and each speaking in its own way. */
import fc from 'fast-check';
import type { Member, Mood, Plot, Role } from './generated-run.ts';
import { plots, type PlotOptions } from './plots.ts';

const member: fc.Arbitrary<Member> = fc.record({
  metered: fc.constantFrom(true, true, false),
  prices: fc.constantFrom(
    null,
    { input: 0.25, cached: 0.125, output: 0.5, asOf: '2025-09-01' },
    { input: 7, cached: 7, output: 21, asOf: '' },
  ),
  toolCalling: fc.constantFrom('native', 'text'),
});

const moods: fc.Arbitrary<readonly Mood[]> = fc.constantFrom(
  ['answers'],
  ['answers', 'answers', 'refuses'],
  ['answers', 'fails'],
  ['refuses'],
);

export interface CrewOptions extends PlotOptions {
  /** How models may take requests, by what they are for; anyhow unless told. */
  readonly moods?: Readonly<Partial<Record<Role, fc.Arbitrary<readonly Mood[]>>>>;
  /** Whether somebody stands in for the main model; perhaps unless told. */
  readonly fallback?: fc.Arbitrary<Member | null>;
}

export function crews({
  moods: told = {},
  fallback = fc.option(member),
  ...options
}: CrewOptions = {}): fc.Arbitrary<Plot> {
  const crew = fc.record({ fast: fc.option(member), vision: fc.option(member), fallback });
  const taken = fc.record({
    main: told.main ?? moods,
    fast: told.fast ?? moods,
    vision: told.vision ?? moods,
    fallback: told.fallback ?? moods,
  });
  return fc.tuple(plots(options), crew, taken).map(([plot, { fast, vision, fallback: other }, moodsOf]) => ({
    ...plot,
    crew: { ...(fast && { fast }), ...(vision && { vision }), ...(other && { fallback: other }) },
    moods: moodsOf,
  }));
}

export const someMember = member;
