/** Tells a question about what readers wrote below a page, in any of the languages below. */

/** English, German, Dutch, French, Spanish, Portuguese, Italian, Swedish, Polish, Turkish, Vietnamese; Russian; Arabic, Hindi, Thai; Chinese, Japanese, Korean. */
const ASKING = new RegExp(
  [
    String.raw`(?<!\p{L})(?:comment(?:s|ers?|ators?|ed|ing)?|replies|readers (?:say|said|think|thought|report|write|wrote)|kommentar\p{L}*|kommentier\p{L}*|reacties?|commentaires?|comentarios?|comentários?|comment[oi]|komentar\p{L}*|yorum\p{L}*|bình luận)(?!\p{L})`,
    String.raw`комментар\p{L}*|комментатор\p{L}*|تعليق\p{L}*|टिप्पणि?\p{M}*|ความคิดเห็น|评论|評論|留言|コメント|댓글`,
  ].join('|'),
  'iu',
);

export const asksForComments = (question: string): boolean => ASKING.test(question.normalize('NFC'));
