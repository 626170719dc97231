/** What is wrong with a picture itself. */
import type { Trouble } from '../lib/base/errors.ts';

export const BROKEN: Trouble = {
  code: 'picture.broken',
  message: 'This is no picture that can be read, or its file is damaged.',
  cure: 'Take a PNG, JPEG, WebP, GIF, BMP or AVIF file, or drag a region of the page where it is shown.',
};
export const GONE: Trouble = {
  code: 'picture.gone',
  message: 'The picture is no longer kept.',
  cure: 'Take it again.',
};
