/**
 * Words that turn a statement, by language and class. `_` joins the words of a phrase, `*` ends a prefix; the longest
 * phrase counts. In `opposites`, each pair is `one side:other side` with `,` between words of a side.
 */
type WordClass =
  /** `lack`: say "not" by themselves, and excuse a "not" in the other text. `idle`: contain a cue, but turn nothing. `deny`, `except`: see `exclusion-words.ts`. */
  | ('not' | 'lack' | 'idle' | 'deny' | 'except')
  /** `any` agrees with any other. */
  | ('all' | 'most' | 'many' | 'some' | 'few' | 'only' | 'any')
  /** Before a number. */
  | ('atLeast' | 'atMost' | 'over' | 'under' | 'about')
  /** `mild`: a faithful claim may leave them out. `report`: hold for the whole sentence. */
  | ('hedge' | 'mild' | 'report');

export interface CueWords extends Partial<Readonly<Record<WordClass, string>>> {
  readonly opposites?: string;
  /** Whether the words that a "not" turns stand before or after it: after it, if neither is said. */
  readonly notBefore?: boolean;
  readonly notAfter?: boolean;
}

export const CUE_WORDS: Readonly<Record<string, CueWords>> = {
  en: {
    not: 'not no never none neither nor nobody nothing nowhere without cannot no_longer no_one hardly barely scarcely',
    lack:
      'fail* lack* refus* deny denie* unable impossible absen* prevent* avoid* prohibit* forbid* forbad* ban banned bans ' +
      'reject* miss missed missing stop* cease* unlikely rarely seldom few little free exclud* except* unless instead ' +
      'rather declin* false zero empty against until only banish* omit* ignor* lose loses lost block* short_of far_from ' +
      'doubt* illegal unknown wrong mistaken myth* misconception* minus too beyond hard difficult stay_away neglect*',
    idle:
      'not_only not_just not_merely not_simply not_least not_to_mention no_doubt no_matter no_wonder whether_or_not or_not ' +
      'at_all after_all above_all first_of_all all_right all_over all_along all_in_all most_of_all once_and_for_all ' +
      'or_more_or_less more_or_less sooner_or_later right_away all_the_same why_not the_most at_most_recent may_be_found ' +
      'can_not_only nothing_but no_later_than no_sooner like_no_other in_no_time ' +
      'in_part and_above over_and_over up_to_date or_so so_far by_far as_far_as most_recent most_recently',
    all: 'all every each everyone everybody everything entire entirely whole always throughout completely all_of',
    most: 'most majority mostly usually generally typically largely mainly predominantly normally most_of',
    many: 'many numerous lots often frequently multiple several various plenty countless dozens hundreds thousands',
    some: 'some several certain sometimes occasionally a_few partly partially various not_all not_every at_times part_of',
    few: 'few fewest rarely seldom hardly_any a_handful little scarcely barely minority very_few only_a_few',
    only: 'only solely exclusively',
    any: 'merely just alone sole any anyone anybody anything whichever both either no none never nobody nothing',
    atLeast: 'at_least no_less_than no_fewer_than not_less_than minimum_of a_minimum_of or_more',
    atMost: 'at_most no_more_than up_to not_more_than maximum_of a_maximum_of or_less or_fewer as_many_as as_much_as',
    over: 'more_than over above exceeding in_excess_of upwards_of greater_than exceeds exceeded beyond',
    under: 'less_than under below fewer_than lower_than short_of',
    about: 'about around approximately roughly nearly almost circa approx estimated some close_to',
    hedge:
      'may might could possibly perhaps maybe probably likely potentially presumably seems seem seemed seemingly appears ' +
      'appear appeared apparently suggest suggests suggested suggesting believed thought estimated expected supposedly ' +
      'presumed assumed unclear probable unlikely tried_to tries_to attempted_to attempts_to plans_to planned_to promised_to ' +
      'promises_to threatened_to threatens_to',
    mild:
      'possible indicate indicates indicated tends tend would should can hope hopes hoped aims aim plans plan planned intends if chance ' +
      'risk potential forecast* predict* whether consider* about',
    report:
      'reportedly allegedly alleged alleges purportedly according_to claims claim claimed said_to believed_to rumoured ' +
      'rumored suggests_that suggest_that suggested_that says_it argues argued accused_of suspected_of',
    opposites:
      'doubl*,triple*,tripling:halv* more,greater:less,fewer,lesser higher:lower highest:lowest larger,bigger,greater:smaller,lesser largest,biggest,greatest:smallest,least ' +
      'increas*,rise,rises,rose,risen,rising,grow,grows,grew,grown,growing,growth,climb*,gain*,surge*,soar*,expand*,upward*:' +
      'decreas*,fall,falls,fell,fallen,falling,decline*,declining,drop*,shrink*,shrank,shrunk,plung*,plummet*,reduc*,sink*,sank,downward* ' +
      'up:down above,over:below,under,beneath before,prior,preceding:after,following older:younger oldest:youngest,newest longer:shorter longest:shortest faster,quicker:slower ' +
      'fastest:slowest better:worse best:worst first:last earlier,sooner:later earliest:latest maximum,max:minimum,min ' +
      'win,wins,won,winning,winner*:lose,loses,lost,losing,loser* north*:south* east,eastern,eastward*:west,western,westward* left:right ' +
      'begin*,began,begun,start*:end,ends,ended,ending,finish* buy,buys,bought,buying,purchas*:sell,sells,sold,selling allow*,permit*:forbid*,prohibit*,ban,bans,banned ' +
      'legal,lawful:illegal,unlawful true:false possible:impossible with:without includ*:exclud* support*,favor*,favour*:oppos* accept*,approv*,ratif*:reject*,refus* meet,meets,met,meeting:miss,misses,missed,missing continu*:ceas*,stop,stops,stopped,stopping,halt* ' +
      'hot,hotter,hottest:cold,colder,coldest high:low strong,stronger:weak,weaker rich,richer:poor,poorer success*,succeed*:failure,fail,fails,failed ' +
      'always:never positive*:negative* safe,safer:dangerous,unsafe inside:outside import,imports,imported:export,exports,exported ' +
      'easy,easier,easily:hard,difficult,harder cheap,cheaper:expensive,costlier,dearer open,opens,opened:close,closes,closed,shut heavier:lighter wider,broader:narrower ' +
      'warmer:cooler thick,thicker:thin,thinner enable*:disable*,prevent* add,adds,added:remove*,removing major:minor most:least maximi*:minimi* ' +
      'improv*:worsen*,deteriorat* widen*:narrow,narrows,narrowed,narrowing strengthen*:weaken* accelerat*:slow,slows,slowed,slowing front:back top:bottom ' +
      'arriv*:depart*,leave,leaves,leaving majority:minority often,frequently:rarely,seldom internal*:external* public:private near,nearer:far,farther,further',
  },
  de: {
    not: 'nicht kein keine keinen keinem keiner keines nie niemals niemand* nichts nirgends weder noch_nie ohne kaum keinesfalls keineswegs',
    lack: 'fehl* mangel* verweiger* weiger* unmöglich verhinder* vermeid* verbiet* verbot* verboten lehn* ablehn* selten wenig* außer statt anstatt unfähig verneint* gegen scheiter* unterblieb* unterlass* misslang* misslung* missacht*',
    idle: 'nicht_nur nicht_zuletzt vor_allem nicht_mehr_als alles_in_allem noch_nicht_nur gar_nicht_erst überhaupt',
    all: 'alle allen aller alles jede jeder jedes jeden jedem sämtlich* immer stets ganz ganze ganzen gesamte gesamten ausnahmslos',
    most: 'meisten meiste mehrheit meist meistens überwiegend größtenteils hauptsächlich in_der_regel',
    many: 'viele vielen vieler oft häufig zahlreiche zahlreichen mehrere mehreren',
    some: 'einige einigen einiger manche manchen mancher manchmal teilweise mehrere teils gelegentlich ein_paar bestimmte',
    few: 'wenige wenigen weniger selten kaum minderheit',
    only: 'nur ausschließlich lediglich allein bloß einzig*',
    any: 'irgend* beide beiden',
    atLeast: 'mindestens wenigstens zumindest',
    atMost: 'höchstens maximal bis_zu nicht_mehr_als',
    over: 'mehr_als über',
    under: 'weniger_als unter',
    about: 'etwa rund ungefähr circa ca fast beinahe knapp gegen schätzungsweise',
    hedge:
      'könnte könnten möglicherweise vielleicht wahrscheinlich vermutlich wohl eventuell scheint scheinen schien anscheinend ' +
      'dürfte dürften mutmaßlich voraussichtlich möglich womöglich offenbar deutet deuten vermutet vermuten',
    mild: 'kann können würde würden sollte sollten hinweis* erwartet geschätzt wenn falls ob',
    report: 'angeblich laut soll sollen demnach zufolge nach_angaben behaupt* berichten',
    opposites:
      'mehr:weniger höher*:niedriger*,tiefer* größer*:kleiner* größte*:kleinste* steig*,stieg*,gestiegen,wachs*,wuchs*,gewachsen,zunehm*,zugenommen,nahm_zu,erhöh*,anstieg*:' +
      'sink*,sank*,gesunken,fällt,fallen,fiel,fielen,gefallen,abnehm*,abgenommen,verringer*,rückgang*,schrumpf*,senk* vor:nach vorher:nachher länger*:kürzer* schneller*:langsamer* besser*:schlechter* ' +
      'beste*:schlechteste* erste*:letzte* früher*:später* älter*:jünger* gewinn*,gewann*,gewonnen:verlier*,verlor* nord*:süd* ost*:west* links:rechts ' +
      'maximal*:minimal* erlaub*,erlaubt:verbot*,verboten,verbiet* mit:ohne kauf*:verkauf* hoch,hohe,hohen:niedrig* stark*:schwach* über:unter oben:unten immer:nie öffn*,geöffnet:schließ*,geschlossen billiger*:teurer* wärmer*:kälter*',
    notBefore: true,
    notAfter: true,
  },
  fr: {
    not: 'ne n pas jamais aucun aucune rien ni sans nul nulle',
    lack: 'échou* manqu* refus* impossible absen* empêch* évit* interdi* rejet* rarement peu sauf incapable seul* guère contre',
    idle: 'pas_seulement non_seulement sans_doute pas_moins rien_que n_importe tout_de_suite pas_mal pas_à_pas avant_tout tout_à_fait du_tout',
    all: 'tous toutes tout toute chaque toujours entier entière entièrement ensemble_des',
    most: 'plupart majorité généralement habituellement principalement surtout',
    many: 'beaucoup nombreux nombreuses souvent plusieurs fréquemment',
    some: 'certains certaines quelques parfois partiellement plusieurs certain certaine',
    few: 'peu rarement minorité guère',
    only: 'seulement uniquement exclusivement seul seule seuls seules ne_que juste',
    any: 'quelconque deux',
    atLeast: 'au_moins au_minimum',
    atMost: 'au_plus au_maximum jusqu_à',
    over: 'plus_de plus_d supérieur* dépass*',
    under: 'moins_de moins_d inférieur*',
    about: 'environ presque près_de près_d quelque autour_de à_peu_près',
    hedge:
      'pourrait pourraient peut_être probablement possible possiblement semble semblent semblait vraisemblablement apparemment ' +
      'suggère suggèrent éventuellement sans_doute probable',
    mild: 'peut peuvent devrait devraient risque serait seraient aurait auraient estim* prévoi* si',
    report: 'selon prétend prétendument affirme affirment d_après dit_on',
    opposites:
      'plus,davantage:moins supérieur*,élevé*:inférieur*,bas,basse augment*,hausse,accru*,grimp*,croît,croissance:diminu*,baiss*,recul*,chut*,rédui* avant:après meilleur*:pire,pires ' +
      'grand*:petit* premier*,première*:dernier*,dernière* gagn*,remport*:perd*,perdu nord:sud est:ouest gauche:droite maximum:minimum avec:sans autoris*,permis*:interdi* ' +
      'toujours:jamais haut,haute:bas,basse fort*:faible* ouvr*,ouvert*:ferm* achet*:vend* jeune*:vieux,âgé* chaud*:froid* rapide*:lent* accept*,ratif*:rejet*,refus*',
  },
  es: {
    not: 'no nunca jamás ningún ninguna ninguno nada nadie ni sin tampoco',
    lack: 'falt* carec* fracas* niega* negó rechaz* imposible evit* prohib* impid* ausen* rara_vez poco pocos incapaz excepto salvo contra',
    idle: 'no_solo no_sólo no_obstante sin_embargo sin_duda nada_más sobre_todo no_sólo del_todo',
    all: 'todos todas todo toda cada siempre entero entera completamente',
    most: 'mayoría generalmente normalmente principalmente mayormente',
    many: 'muchos muchas numerosos numerosas a_menudo frecuentemente varios varias',
    some: 'algunos algunas alguna algún unos unas varios varias ciertos ciertas a_veces parcialmente',
    few: 'pocos pocas rara_vez raramente minoría',
    only: 'solo sólo solamente únicamente exclusivamente',
    any: 'cualquier cualquiera ambos ambas',
    atLeast: 'al_menos por_lo_menos como_mínimo',
    atMost: 'como_máximo a_lo_sumo hasta',
    over: 'más_de superior* supera*',
    under: 'menos_de inferior*',
    about: 'aproximadamente unos unas casi cerca_de alrededor_de',
    hedge:
      'puede pueden podría podrían quizás quizá tal_vez probablemente posiblemente posible parece parecen sugiere sugieren ' +
      'probable aparentemente',
    mild: 'debería deberían estima* prevé* sería serían habría habrían si',
    report: 'supuestamente presuntamente según presunto presunta afirma afirman',
    opposites:
      'más:menos mayor*:menor* superior*:inferior* aument*,sube,suben,subió,subieron,subido,subida,subir,crec*,incremen*:disminu*,baja,bajan,bajó,bajaron,bajado,bajar,cae,caen,cayó,cayeron,caído,caída,caer,reduc*,descen* antes:después mejor*:peor* primer*:últim* ' +
      'gana,ganan,ganó,ganaron,ganado,ganar,ganador*:perd* norte:sur este,oriental*:oeste,occidental* izquierda:derecha máxim*:mínim* con:sin permit*:prohib* siempre:nunca alto,alta:bajo,baja fuerte*:débil* ' +
      'abre,abren,abrió,abrieron,abiert*,abrir:cierr*,cerr* compr*:vend* grande*:pequeñ* joven*:viej* acept*:rechaz* encima:debajo caliente*:fri*',
  },
  it: {
    not: 'non mai nessun nessuno nessuna niente nulla né senza',
    lack: 'manc* rifiut* impossibile evit* viet* assen* raramente poco pochi tranne contro',
    idle: 'non_solo non_soltanto senza_dubbio',
    all: 'tutti tutte tutto tutta ogni sempre intero intera ciascun*',
    most: 'maggior_parte maggioranza generalmente solitamente',
    many: 'molti molte numerosi numerose spesso diversi diverse',
    some: 'alcuni alcune qualche talvolta diversi diverse certi certe',
    few: 'pochi poche raramente minoranza',
    only: 'solo soltanto solamente esclusivamente',
    any: 'qualsiasi entrambi entrambe',
    atLeast: 'almeno',
    atMost: 'al_massimo fino_a',
    over: 'più_di oltre',
    under: 'meno_di',
    about: 'circa quasi',
    hedge:
      'può possono potrebbe potrebbero forse probabilmente possibile sembra sembrano suggerisc* dovrebbe dovrebbero',
    report: 'secondo presunt* presumibilmente',
    opposites:
      'più:meno maggior*,superior*:minor*,inferior* aument*,cresc*,sale,salgono,salì,salito,salita,salire:diminu*,cala,calano,calò,calato,calare,scend*,ridu* prima:dopo miglior*:peggior* primo,prima:ultimo,ultima vince,vincono,vinse,vinto,vincere:perd* nord:sud est:ovest sempre:mai con:senza alto,alta:basso,bassa',
  },
  pt: {
    not: 'não nunca jamais nenhum nenhuma nada ninguém nem sem',
    lack: 'falt* carec* recus* impossível evit* proib* raramente pouco poucos exceto contra',
    idle: 'não_só não_apenas sem_dúvida',
    all: 'todos todas todo toda cada sempre',
    most: 'maioria geralmente normalmente',
    many: 'muitos muitas numerosos frequentemente vários várias',
    some: 'alguns algumas algum vários várias às_vezes certos certas',
    few: 'poucos poucas raramente minoria',
    only: 'só somente apenas exclusivamente',
    any: 'qualquer ambos ambas',
    atLeast: 'pelo_menos no_mínimo',
    atMost: 'no_máximo até',
    over: 'mais_de',
    under: 'menos_de',
    about: 'cerca_de aproximadamente quase',
    hedge:
      'pode podem poderia poderiam talvez provavelmente possivelmente parece parecem sugere sugerem deveria deveriam',
    report: 'segundo supostamente alegadamente',
    opposites:
      'mais:menos maior*,superior*:menor*,inferior* aument*,cresc*,sobe,sobem,subiu,subiram,subido,subir:diminu*,cai,caem,caiu,caíram,caído,cair,reduz* antes:depois melhor*:pior* primeir*:últim* ganh*,venc*:perd* norte:sul leste:oeste sempre:nunca com:sem alto,alta:baixo,baixa',
  },
  nl: {
    not: 'niet geen nooit niemand niets nergens noch zonder nauwelijks',
    lack: 'ontbre* weiger* onmogelijk voorkom* vermijd* verbied* verbod* zelden weinig behalve tegen',
    idle: 'niet_alleen vooral',
    all: 'alle allemaal elke elk ieder iedere iedereen altijd geheel hele',
    most: 'meeste meerderheid meestal',
    many: 'veel vele vaak talrijke verschillende',
    some: 'sommige enkele soms verschillende bepaalde',
    few: 'weinig zelden minderheid',
    only: 'alleen slechts uitsluitend enkel',
    any: 'enig* beide',
    atLeast: 'minstens ten_minste',
    atMost: 'hoogstens maximaal tot_wel',
    over: 'meer_dan ruim',
    under: 'minder_dan',
    about: 'ongeveer circa bijna rond',
    hedge: 'kan kunnen zou zouden misschien mogelijk waarschijnlijk vermoedelijk lijkt lijken wellicht',
    report: 'volgens vermeend* naar_verluidt',
    opposites:
      'meer:minder hoger*:lager* groter*:kleiner* stijg*,steeg,stegen,gestegen,groei*:daal*,dalen,gedaald voor:na beter*:slechter* eerste:laatste win*,won,wonnen,gewonnen:verlie*,verlo* noord*:zuid* oost*:west* altijd:nooit met:zonder',
    notBefore: true,
    notAfter: true,
  },
  ru: {
    not: 'не нет ни никогда никто ничего никакой никакие никаких нельзя без нигде',
    lack: 'отказ* отсутств* невозможн* запре* редко мало кроме против избе* предотвра* лиш* недост*',
    idle: 'не_только не_менее не_более тем_не_менее не_менее_чем',
    all: 'все всех всем всеми каждый каждая каждое каждого каждому каждой всегда весь вся всю целиком',
    most: 'большинство большинства большинству обычно преимущественно',
    many: 'многие многих многим много часто несколько',
    some: 'некоторые некоторых некоторым иногда несколько нескольких частично часть',
    few: 'немногие мало редко меньшинство',
    only: 'только лишь исключительно единственн*',
    any: 'любой любые любая оба обе',
    atLeast: 'не_менее по_меньшей_мере как_минимум не_меньше',
    atMost: 'не_более максимум не_больше до',
    over: 'более_чем более больше_чем свыше',
    under: 'менее_чем менее меньше_чем',
    about: 'около примерно почти приблизительно порядка',
    hedge:
      'может могут мог могла могло могли возможно вероятно наверное пожалуй кажется похоже видимо предположительно предполож* вероятн*',
    report: 'якобы по_словам согласно по_данным утвержда* сообща*',
    opposites:
      'больше,более:меньше,менее выше,высок*:ниже,низк* увелич*,вырос*,растет,растут,расти,растущ*,рост,роста,росте,повы*,возрос*:уменьш*,сниз*,упал*,падает,падают,падение,падения,сокра*,пони* до,перед:после лучш*:худш* перв*:последн* ' +
      'выигр*,побед*:проигр*,поражен* север*:юг*,южн* восто*:запад* всегда:никогда с:без разреш*:запре* дорож*:дешев* откры*:закры* старш*:младш* быстр*:медлен* больш*:маленьк*,меньш* тепл*:холод*',
  },
  ar: {
    not: 'لا لم لن ليس ليست غير دون بدون',
    all: 'كل جميع',
    some: 'بعض',
    most: 'معظم',
    only: 'فقط',
    hedge: 'ربما قد',
  },
  zh: {
    not: '不 没 没有 無 无 未 非 别 勿 沒',
    lack: '拒绝 禁止 避免 缺乏 失败 难以 除 反对',
    idle: '不仅 不但 不只 不过 不同 不断 不少 不得不 无论 不管 非常 不久 并非只 不如 对不起 除非 未来 不错 无数 差不多 不止 非洲 不足 不仅仅 特别 分别 区别 级别 性别 识别 别墅 个别 类别 别人 差别 无人机 无线 沉没 淹没',
    all: '所有 全部 每 一切 总是 始终',
    most: '大多数 大部分 多数 通常',
    many: '许多 很多 众多 经常',
    some: '一些 有些 部分 某些 有时',
    few: '少数 很少 极少',
    only: '只 仅 仅仅 唯一',
    any: '任何',
    atLeast: '至少 不少于',
    atMost: '最多 至多 不超过',
    over: '超过 以上',
    under: '不到 低于 以下',
    about: '大约 约 左右 近 将近',
    hedge: '可能 也许 或许 大概 似乎 恐怕 看来 估计 预计 或',
    report: '据说 据称 据报道 声称',
    opposites:
      '增加,上升,增长,提高,上涨:减少,下降,降低,下跌 高于,更高:低于,更低 多于,更多:少于,更少 之前,以前:之后,以后 最大:最小 最高:最低 北:南 东:西 第一:最后 胜,赢:败,输 允许:禁止 更好:更差 大于:小于',
  },
  ja: {
    not: 'ない なかっ ません なく ず ぬ 無 不',
    lack: '禁止 拒否 避け 欠 失敗',
    idle: 'かもしれない かもしれません だけでなく に違いない 少なくとも しかない しなければならない なければならない 間違いない',
    all: 'すべて 全て 全員 常に 毎',
    most: 'ほとんど 大半 多く',
    some: '一部 いくつか 時々',
    only: 'だけ のみ しか',
    atLeast: '少なくとも 以上',
    atMost: '最大 以下',
    about: '約 およそ',
    hedge: 'かもしれ 可能性 おそらく だろう でしょう ようだ らしい 思われ 見られ',
    report: 'という によると とされ',
    opposites:
      '増加,上昇,増え:減少,下落,低下,減っ 高い,高く:低い,低く 多い:少ない 前:後 最大:最小 北:南 東:西 勝:敗,負',
    notBefore: true,
  },
  th: {
    not: 'ไม่ มิ ไม่ได้ ไม่มี',
    all: 'ทั้งหมด ทุก',
    some: 'บาง',
    most: 'ส่วนใหญ่',
    hedge: 'อาจ คง น่าจะ',
    only: 'เท่านั้น',
  },
};
