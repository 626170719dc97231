/** A picture with boxes on it, as wide as there is room or pixel by pixel. The one rule: what is lit is in view. */
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import type { Box } from '../../lib/pipeline/ocr/types.ts';
import { t } from '../strings.ts';
import { inertText } from './markdown/inert.ts';

interface PictureViewProps {
  readonly url: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Of the page that it is from; '' for none. */
  readonly title: string;
  /** Drawn on it; the first of them comes into view. In pixels of the picture. */
  readonly boxes: readonly Box[];
  /** The pointer is on it: nothing is to move away from under it. */
  readonly still?: boolean;
  /** Where the pointer is, in pixels of the picture; null when it has gone. */
  readonly onPoint?: (at: Point | null) => void;
  readonly onPick?: (at: Point) => void;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function PictureView({ url, width, height, title, boxes, still = false, onPoint, onPick }: PictureViewProps) {
  const [whole, setWhole] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const [first] = boxes;
  useEffect(() => {
    if (frame.current !== null && first !== undefined && !still) reveal(frame.current, first, width);
  }, [first, width, whole, still]);
  const at = ({ currentTarget, clientX, clientY }: MouseEvent): Point => {
    const { left, top, width: shown } = currentTarget.getBoundingClientRect();
    const scale = shown > 0 ? width / shown : 1;
    return { x: (clientX - left) * scale, y: (clientY - top) * scale };
  };
  return (
    <div className="picture">
      {/* scrolls, so the keyboard has to reach it */}
      <div ref={frame} className="picture-frame" role="group" aria-label={t.pictures.frame} tabIndex={0}>
        <div
          className="picture-ground"
          style={whole ? { width } : { maxWidth: width }}
          onMouseMove={onPoint && ((event) => onPoint(at(event)))}
          onMouseLeave={onPoint && (() => onPoint(null))}
          onClick={onPick && ((event) => onPick(at(event)))}
        >
          <img
            src={url}
            width={width}
            height={height}
            alt={t.pictures.alt(width, height, inertText(title))}
            decoding="async"
            draggable={false}
          />
          <svg viewBox={`0 0 ${String(width)} ${String(height)}`} aria-hidden="true" focusable="false">
            {boxes.map((box, index) => (
              <rect key={index} {...around(box, width / AIR)} rx={4} vectorEffect="non-scaling-stroke" />
            ))}
          </svg>
        </div>
      </div>
      <button type="button" className="quiet edged zoom" aria-pressed={whole} onClick={() => setWhole(!whole)}>
        {t.pictures.toWhole}
      </button>
    </div>
  );
}

/** Between the letters and the line around them: this part of the picture's width. */
const AIR = 250;

const around = ({ x, y, width, height }: Box, air: number): Box => ({
  x: x - air,
  y: y - air,
  width: width + 2 * air,
  height: height + 2 * air,
});

/** Scrolls the frame alone, and only as far as it has to. */
function reveal(frame: HTMLElement, box: Box, width: number): void {
  const scale = (frame.firstElementChild?.clientWidth ?? width) / width;
  const [left, top] = [box.x * scale, box.y * scale];
  const [right, bottom] = [left + box.width * scale, top + box.height * scale];
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = frame;
  if (left < scrollLeft || right > scrollLeft + clientWidth)
    frame.scrollLeft = Math.max(0, Math.min(left - ROOM, (left + right - clientWidth) / 2));
  if (top < scrollTop || bottom > scrollTop + clientHeight)
    frame.scrollTop = Math.max(0, (top + bottom - clientHeight) / 2);
}

/** CSS pixels that are left beside what was scrolled to. */
const ROOM = 16;
