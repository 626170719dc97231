/** The pictures that the next question is about. */
import { useMemo } from 'react';
import { askedPictures, broughtOf, followedOf, type AskedPicture } from '../asked-pictures.ts';
import { useModel } from '../panel-context.ts';

export function useAskedPictures(): readonly AskedPicture[] {
  const brought = useModel(broughtOf);
  const followed = useModel(followedOf);
  const leftOut = useModel((model) => model.leftOut);
  return useMemo(() => askedPictures(brought, followed, leftOut), [brought, followed, leftOut]);
}
