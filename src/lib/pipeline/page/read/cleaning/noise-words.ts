/** Words by which a page names what is seldom content. */

/** Names of boxes that seldom hold content. */
export const NOISE_NAME = new RegExp(
  '(?:^|[\\s_-])(?:' +
    'nav|navbar|navigation|menu|submenu|megamenu|breadcrumbs?|footer|sidebar|masthead|toc|skip|pagination|pager|toolbar|' +
    'cookies?|consent|gdpr|newsletter|subscribe|signup|login|popup|modal|banner|promo|' +
    'social|share|sharing|related|recommend(?:ed|ations?)|advert(?:isement)?|ads?|sponsored|editsection|' +
    'anzeige|werbung|teilen|publicit[ée]|publicidad|compartir|partager' +
    ')(?:$|[\\s_-])',
  'i',
);

/** Their prose is no content either. */
export const DIALOG_NAME =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|newsletter|subscribe|signup|login|popup|share|sharing)(?:$|[\s_-])/i;

export const MENU_NAME = /(?:^|[\s_-])menu(?:$|[\s_-])/i;

export const REVIEW_NAME = /(?<!p)reviews?(?:$|[\s_-])/i;

/** Headings of comments, of the place to write one, and of lists of other pages; never of the content. */
export const SURE_HEADING = new RegExp(
  '^(?:' +
    'leave a (?:comment|reply)|post a comment|join the (?:discussion|conversation)|schreiben sie einen kommentar|' +
    'laisser un commentaire|deja un comentario|热门排行|网友评论|發表評論|发表评论|コメントを残す|' +
    'you (?:may|might) also (?:like|enjoy|be interested in)|(?:customers|people|shoppers) (?:also|who (?:bought|viewed))|' +
    'frequently bought together|recently viewed|hot network questions' +
    ')(?![\\p{L}\\p{N}])|^your answer$',
  'iu',
);

/** Headings of lists of other pages, and of a part of the content. */
export const RELATED_HEADING = new RegExp(
  '^(?:' +
    'related|recommended|recommendations|similar (?:items|products|articles|posts)|trending|most (?:read|popular)|' +
    'popular (?:posts|articles)|latest (?:news|posts|articles|stories)|' +
    'you (?:may|might) (?:like|enjoy|be interested)|(?:customers|people|shoppers) who|' +
    'more (?:from|like|stories|articles|posts)|read (?:more|next|also)|also (?:in|on)|up next|see also|' +
    'ähnliche|das könnte (?:sie|dich)|lesen sie auch|mehr zum thema|auch interessant|' +
    'articles? (?:liés|similaires)|à lire aussi|lire aussi|sur le même sujet|vous aimerez|' +
    'artículos relacionados|noticias relacionadas|te puede interesar|también te|' +
    'leia também|veja também|leggi anche|lees ook|læs også|les også|läs också|czytaj (?:też|także)|читайте также|похожие' +
    ')(?![\\p{L}\\p{N}])|^(?:' +
    '相关|相關|热门|延伸阅读|延伸閱讀|推荐阅读|猜你喜欢|関連|おすすめ|人気|あわせて読みたい|관련|추천|인기|' +
    'مواضيع ذات صلة|مقالات ذات صلة|الأكثر قراءة|اقرأ أيض|संबंधित|ที่เกี่ยวข้อง|เรื่องที่เกี่ยวข้อง|อ่านเพิ่มเติม' +
    ')',
  'iu',
);

const AD_WORDS =
  'advertisement|sponsored(?: content)?|anzeige|werbung|publicit[ée]|publicidad|реклама|広告|广告|廣告|광고|إعلان';
/** What advertisements begin with. The first tells most other texts without a look at what is in a box. */
export const AD_START = new RegExp(`^\\s*(?:【|PR|ad|${AD_WORDS})`, 'iu');
export const AD_LABEL = new RegExp(
  `^(?:【(?:PR|広告)】|PR\\s*[:：]|ad\\s*[:·|]|(?:${AD_WORDS})(?![\\p{L}\\p{N}]))`,
  'iu',
);
