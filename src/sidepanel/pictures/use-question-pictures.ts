import { useMemo } from 'react';
import { useModel } from '../panel-context.ts';
import {
  findFollowedState,
  getAttachedPictures,
  listQuestionPictures,
  type QuestionPicture,
} from './question-pictures.ts';

export function useQuestionPictures(): readonly QuestionPicture[] {
  const attached = useModel(getAttachedPictures);
  const followedState = useModel(findFollowedState);
  const excluded = useModel((model) => model.excluded);
  return useMemo(() => listQuestionPictures(attached, followedState, excluded), [attached, followedState, excluded]);
}
