import type { Rectangle } from './rectangle.ts';

export const t = {
  title: 'KnowledgeLens: choose an area to read',
  region: 'Area to read',
  hint: 'Drag over the area to read · Esc to stop',
  keys: 'Arrows move · Shift+arrows resize · Ctrl for larger steps · Enter reads',
  tooSmall: 'Too small. Drag from corner to corner · Esc to stop',
  stop: 'Stop',
  size: (width: number, height: number) => `${width} × ${height}`,
  said: ({ width, height, x, y }: Rectangle) => `${width} by ${height} pixels, ${x} from the left, ${y} from the top`,
} as const;
