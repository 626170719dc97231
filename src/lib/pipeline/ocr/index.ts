/** Reading the text in a picture. */
export { ENGINE_SETTINGS, encoded, type EngineBlock, wordsOf } from './engine.ts';
export {
  type Box,
  DOUBTFUL,
  type Gray,
  type Pixels,
  type RawWord,
  type Reading,
  type ReadWord,
  type Recognise,
  type Segmentation,
} from './types.ts';
export { readPicture } from './read.ts';
