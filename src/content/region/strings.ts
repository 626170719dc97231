import type { Rectangle } from './rectangle.ts';

export const t = {
  title: 'KnowledgeLens: choose what to read',
  region: 'Region to read',
  hint: 'Drag over what you want to read · Esc to stop',
  keys: 'Arrows move · Shift+arrows resize · Ctrl for larger steps · Enter reads',
  tooSmall: 'Too small to read: drag from corner to corner · Esc to stop',
  stop: 'Stop',
  size: (width: number, height: number) => `${width} × ${height}`,
  said: ({ width, height, x, y }: Rectangle) => `${width} by ${height} pixels, ${x} from the left, ${y} from the top`,
} as const;
