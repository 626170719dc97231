import { useMemo } from 'react';
import {
  listQuestionPictures,
  getAttachedPictures,
  findFollowedState,
  type QuestionPicture,
} from './question-pictures.ts';
import { useModel } from '../panel-context.ts';

export function useQuestionPictures(): readonly QuestionPicture[] {
  const attached = useModel(getAttachedPictures);
  const followedState = useModel(findFollowedState);
  const excluded = useModel((model) => model.excludedPictures);
  return useMemo(() => listQuestionPictures(attached, followedState, excluded), [attached, followedState, excluded]);
}
