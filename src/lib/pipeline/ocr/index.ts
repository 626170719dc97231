/** Reads the text in a picture. */
export { ENGINE_SETTINGS, encodePgm, type EngineBlock, extractRawWords } from './engine.ts';
export {
  type Box,
  DOUBTFUL_BELOW,
  type Gray,
  type Pixels,
  type RawWord,
  type Reading,
  type ReadWord,
  type Recognise,
  type Segmentation,
} from './types.ts';
export { readPicture } from './read.ts';
