import { FileChips } from '../files/file-chips.tsx';
import type { QuestionFile } from '../files/question-files.ts';
import { PictureChips } from '../pictures/picture-chips.tsx';
import type { QuestionPicture } from '../pictures/question-pictures.ts';

interface AttachmentsProps {
  readonly pictures: readonly QuestionPicture[];
  readonly files: readonly QuestionFile[];
}

/** The pictures and files that the next question takes along. */
export const Attachments = ({ pictures, files }: AttachmentsProps) => (
  <>
    {pictures.length > 0 && <PictureChips pictures={pictures} />}
    {files.length > 0 && <FileChips files={files} />}
  </>
);
