import { useEffect, useRef, useState, type MouseEvent } from 'react';
import type { Box } from '../../lib/pipeline/ocr/types.ts';
import { t } from '../strings/strings.ts';
import { isolateLine } from '../../lib/base/one-line.ts';

interface PictureViewProps {
  readonly url: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Title of its page; '' for none. */
  readonly title: string;
  /** In pixels of the picture. */
  readonly boxes: readonly Box[];
  readonly unread?: readonly Box[];
  readonly isScrollLocked?: boolean;
  /** Shown as a strip at the place of the first box, until it is opened. */
  readonly startsFolded?: boolean;
  /** In pixels of the picture; null when the pointer has left. */
  readonly onPoint?: (at: Point | null) => void;
  readonly onPick?: (at: Point) => void;
}

export type Point = Pick<Box, 'x' | 'y'>;

export function PictureView({
  url,
  width,
  height,
  title,
  boxes,
  unread = [],
  isScrollLocked = false,
  startsFolded = false,
  onPoint,
  onPick,
}: PictureViewProps) {
  const [isFullSize, setFullSize] = useState(false);
  const [isOpen, setOpen] = useState(!startsFolded);
  const frame = useRef<HTMLDivElement>(null);
  const [first] = boxes;
  useEffect(() => {
    if (frame.current !== null && first !== undefined && !isScrollLocked) scrollToBox(frame.current, first, width);
  }, [first, width, isFullSize, isOpen, isScrollLocked]);
  const toPicturePoint = ({ currentTarget, clientX, clientY }: MouseEvent): Point => {
    const { left, top, width: shownWidth } = currentTarget.getBoundingClientRect();
    const scale = shownWidth > 0 ? width / shownWidth : 1;
    return { x: (clientX - left) * scale, y: (clientY - top) * scale };
  };
  return (
    <div className="stack picture">
      {/* scrollable, so it must be focusable by keyboard */}
      <div
        ref={frame}
        className="picture-frame"
        data-folded={!isOpen}
        role="group"
        aria-label={t.pictures.frame}
        tabIndex={0}
      >
        <div
          className="picture-ground"
          style={isFullSize ? { width } : { maxWidth: width }}
          onMouseMove={onPoint && ((event) => onPoint(toPicturePoint(event)))}
          onMouseLeave={onPoint && (() => onPoint(null))}
          onClick={onPick && ((event) => onPick(toPicturePoint(event)))}
        >
          <img
            src={url}
            width={width}
            height={height}
            alt={t.pictures.alt(width, height, isolateLine(title))}
            decoding="async"
            draggable={false}
          />
          <svg viewBox={`0 0 ${String(width)} ${String(height)}`} aria-hidden="true" focusable="false">
            <Frames boxes={unread} width={width} className="unread" />
            <Frames boxes={boxes} width={width} />
          </svg>
        </div>
      </div>
      <div className="row">
        {startsFolded && (
          <button type="button" className="quiet edged" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t.pictures.whole}
          </button>
        )}
        {isOpen && (
          <button
            type="button"
            className="quiet edged"
            aria-pressed={isFullSize}
            onClick={() => setFullSize(!isFullSize)}
          >
            {t.pictures.toWhole}
          </button>
        )}
      </div>
    </div>
  );
}

interface FramesProps extends Pick<PictureViewProps, 'boxes' | 'width'> {
  readonly className?: string;
}

const Frames = ({ boxes, width, className }: FramesProps) =>
  boxes.map((box, index) => (
    <rect
      key={index}
      className={className}
      {...addMargin(box, width / MARGIN_DIVISOR)}
      rx={4}
      vectorEffect="non-scaling-stroke"
    />
  ));

/** Divisor of the picture's width. */
const MARGIN_DIVISOR = 250;

const addMargin = ({ x, y, width, height }: Box, margin: number): Box => ({
  x: x - margin,
  y: y - margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
});

/** Scrolls only the frame, and only as far as needed. */
function scrollToBox(frame: HTMLElement, box: Box, width: number): void {
  const scale = (frame.firstElementChild?.clientWidth ?? width) / width;
  const [left, top] = [box.x * scale, box.y * scale];
  const [right, bottom] = [left + box.width * scale, top + box.height * scale];
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = frame;
  if (left < scrollLeft || right > scrollLeft + clientWidth)
    frame.scrollLeft = Math.max(0, Math.min(left - SCROLL_MARGIN, (left + right - clientWidth) / 2));
  if (top < scrollTop || bottom > scrollTop + clientHeight)
    frame.scrollTop = Math.max(0, (top + bottom - clientHeight) / 2);
}

/** In CSS pixels. */
const SCROLL_MARGIN = 16;
