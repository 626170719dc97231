/** Names that pages give to parts that are not content. Whole words only, and only words not used for content. */

/** Matched against class and id, camelCase split. */
export const NOISE_NAME = new RegExp(
  '(?:^|[\\s_-])(?:' +
    'nav|navbar|navigation|menu|submenu|megamenu|breadcrumbs?|footer|sidebar|masthead|toc|skip|pagination|pager|toolbar|' +
    'cookies?|consent|gdpr|newsletter|subscribe|signup|login|popup|modal|banner|promo|' +
    'social|share|sharing|related|recommend(?:ed|ations?)|advert(?:isement)?|ads?|sponsored|editsection|' +
    'anzeige|werbung|teilen|publicit[ée]|publicidad|compartir|partager' +
    ')(?:$|[\\s_-])',
  'i',
);

/** Headings above links to other pages or invitations to comment. */
export const RELATED_HEADING = new RegExp(
  '^(?:' +
    'related|you (?:may|might) (?:also )?(?:like|enjoy|be interested)|(?:customers|people|shoppers) (?:who|also)|' +
    'recommended|recommendations|more (?:from|like|stories|articles|posts)|read (?:more|next|also)|recently viewed|' +
    'similar (?:items|products|articles|posts)|also (?:in|on)|trending|most (?:read|popular)|popular (?:posts|articles)|' +
    'up next|leave a (?:comment|reply)|post a comment|join the (?:discussion|conversation)|your answer$|网友评论|發表評論|发表评论|コメントを残す|schreiben sie einen kommentar|laisser un commentaire|deja un comentario|latest (?:news|posts|articles|stories)|see also:?$|hot network questions|frequently bought|' +
    'das könnte (?:sie|dich)|lesen sie auch|mehr zum thema|ähnliche|auch interessant|' +
    'à lire aussi|lire aussi|sur le même sujet|articles? (?:liés|similaires)|vous aimerez|' +
    'te puede interesar|también te|artículos relacionados|noticias relacionadas|leia também|veja também|leggi anche|' +
    'lees ook|læs også|les også|läs också|czytaj (?:też|także)|читайте также|похожие|' +
    '相关|相關|延伸阅读|延伸閱讀|推荐阅读|热门|猜你喜欢|関連|あわせて読みたい|おすすめ|人気|관련|추천|인기|' +
    'اقرأ أيض|مواضيع ذات صلة|مقالات ذات صلة|الأكثر قراءة|संबंधित|ที่เกี่ยวข้อง|เรื่องที่เกี่ยวข้อง|อ่านเพิ่มเติม' +
    ')',
  'i',
);

/** Labels of advertisements. */
export const AD_LABEL =
  /^(?:【(?:PR|広告)】|PR\s*[:：]|ad\s*[:·|]|(?:advertisement|sponsored(?: content)?|anzeige|werbung|publicit[ée]|publicidad|реклама|広告|广告|廣告|광고|إعلان)(?![\p{L}\p{N}]))/iu;
