/** One tool or prompt of a server: its words, which are a stranger's, and what the user says of it. */
import type { ReactNode } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { Button } from '../parts/button.tsx';
import { Tick } from '../parts/field.tsx';
import { t } from '../strings/strings.ts';
import type { ServedKind, ShownTool } from './tool-list.ts';

interface ToolRowProps {
  readonly kind: ServedKind;
  readonly tool: ShownTool;
  readonly isFull: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onForget: (button: HTMLElement) => void;
  /** What the user says of one that is on. */
  readonly children?: ReactNode;
}

const WARNINGS = {
  tools: { on: '', off: '', changed: t.toolChanged, gone: t.toolGone, unusable: t.toolUnusable },
  prompts: { on: '', off: '', changed: t.promptChanged, gone: t.promptGone, unusable: t.promptUnusable },
} as const;

/** In characters, of an argument. */
const MAX_NAME = 60;
const MAX_WORDS = 300;

export function ToolRow({ kind, tool, isFull, onSwitch, onForget, children }: ToolRowProps) {
  const { name, description, args, claims, state, switchable } = tool;
  const isOn = state === 'on';
  const isLapsed = state === 'changed' || state === 'gone';
  const isLost = kind === 'tools' && state === 'changed' && switchable === null;
  const warning = isLost ? t.toolChangedUnusable : WARNINGS[kind][state];
  return (
    <li className="stack gap-1" data-state={state}>
      {isLapsed && switchable === null ? (
        <strong>{isolateLine(name)}</strong>
      ) : (
        <Tick
          name={name}
          label={isolateLine(name)}
          checked={isOn}
          disabled={!isOn && (switchable === null || isFull)}
          onTick={onSwitch}
        />
      )}
      <div className="about-tool">
        {warning !== '' && <p className="warn">{warning}</p>}
        {isLapsed && (
          <p className="row fine">
            <Button
              look="small"
              aria-label={t.forgetToolLabel(isolateLine(name))}
              onClick={(event) => onForget(event.currentTarget)}
            >
              {t.forgetTool}
            </Button>
            {t.forgetToolHelp}
          </p>
        )}
        {description.trim() === '' ? (
          <p className="fine">{t.noWords}</p>
        ) : (
          <figure>
            <figcaption className="fine">{t.itsOwnWords}</figcaption>
            <blockquote dir="auto">{toLegibleText(description)}</blockquote>
          </figure>
        )}
        {args.length > 0 && (
          <figure>
            <figcaption className="fine">{t.toolArguments}</figcaption>
            <blockquote>
              <ul>
                {args.map((each) => (
                  <li key={each.name} dir="auto">
                    <code>{isolateLine(toLegibleText(each.name), MAX_NAME)}</code>{' '}
                    {isolateLine(toLegibleText(each.description), MAX_WORDS)}
                  </li>
                ))}
              </ul>
            </blockquote>
          </figure>
        )}
        {claims.length > 0 && <p className="fine">{t.claimsThat(claims.map((claim) => t.claims[claim]).join(', '))}</p>}
        {isOn && children}
      </div>
    </li>
  );
}
