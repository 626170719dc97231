/** Tells a question about what readers wrote below a page, or customers of a product, in any of the languages below. */

/** English, German, Dutch, French, Spanish, Portuguese, Italian, Swedish, Polish, Turkish, Vietnamese; Russian; Arabic, Hindi, Thai; Chinese, Japanese, Korean. */
const WORDS = [
  String.raw`comment(?:s|ers?|ators?|ed|ing)?|replies|kommentar\p{L}*|kommentier\p{L}*|reacties?|commentaires?|comentarios?|comentários?|comment[oi]|komentar\p{L}*|yorum\p{L}*|bình luận`,
  String.raw`reviews|reviewers?|rezension\p{L}*|bewertungen|beoordelingen|recensies|avis (?:des |de |d[’'])?(?:client|acheteur|utilisateur)e?s|reseñas?|opiniones|avaliações|recension[ie]|recensioner|omdömen|recenzj\p{L}*|değerlendirmeler\p{L}*|nhận xét`,
  '(?:readers|customers|buyers|users) (?:say|said|think|thought|report|write|wrote|complain|like|dislike)',
];

/** In scripts that join words. */
const PARTS = [
  String.raw`комментар\p{L}*|комментатор\p{L}*|تعليق\p{L}*|टिप्पणि?\p{M}*|ความคิดเห็น|评论|評論|留言|コメント|댓글`,
  String.raw`отзыв\p{L}*|مراجعات|تقييمات|समीक्षा\p{L}*|รีวิว|评价|評價|レビュー|口コミ|리뷰|후기`,
];

const ASKING = new RegExp(`(?<!\\p{L})(?:${WORDS.join('|')})(?!\\p{L})|${PARTS.join('|')}`, 'iu');

export const asksForComments = (question: string): boolean => ASKING.test(question.normalize('NFC'));
