import type { UserError } from '../../lib/base/errors.ts';

export const PICTURE_BROKEN_ERROR: UserError = {
  code: 'picture.broken',
  message: 'This is no picture that can be read, or its file is damaged.',
  hint: 'Take a PNG, JPEG, WebP, GIF, BMP or AVIF file, or drag a region of the page where it is shown.',
};
export const PICTURE_GONE_ERROR: UserError = {
  code: 'picture.gone',
  message: 'The picture is no longer kept.',
  hint: 'Take it again.',
};
