/** Words that say of the next word of meaning that it is not so, by language. `_` joins a phrase, `*` ends a prefix. */
export const DENYING_WORDS: Readonly<Record<string, string>> = {
  en:
    'failed_to fails_to fail_to failing_to failure_to refus* deny denies denied denying unable incapable lacks lacked ' +
    'declined_to declines_to declining_to prevents prevented preventing prohibit* forbid* forbad* ban bans banned ' +
    'rarely seldom unlikely_to neglected_to non stopped stops ceased ceases avoid avoids avoided ' +
    'is_a_myth_that common_myth_that popular_myth_that a_misconception_that common_misconception_that is_false_that is_untrue_that',
  de: 'weiger* verweiger* bestritt bestreite* leugne* verneint* unfähig verhinder* verbiet* verbot verboten selten unterließ*',
  fr: 'refuse refusent refusé refusa nie nient nié démen* empêche* interdi* rarement incapable* failli faillit faillirent',
  es: 'niega* negó negaron rechaza* rechazó impide* impidió prohíbe* prohib* raramente incapaz',
  it: 'rifiuta* rifiutò nega negano negò imped* vieta* vietò raramente incapac*',
  pt: 'recusa* recusou nega negam negou impede* impediu proíbe* proib* raramente incapaz',
  nl: 'weiger* geweigerd ontken* verhinder* verbied* verbood zelden',
  ru: 'отказ* отрица* запре* предотвра* редко',
  zh: '拒绝 否认 禁止 反对 阻止 未能',
  ja: '拒否 否定 禁止 反対',
};

/** Words that deny only a verb right behind them ("almost won", but "almost 500"), and such verbs, by language. */
export const NEARLY: Readonly<Record<string, readonly [word: RegExp, verb: RegExp]>> = {
  en: [
    /^(?:almost|nearly)$/,
    /^(?:won|lost|died|drowned|fell|collapsed|crashed|failed|became|succeeded|scored|signed|quit|beat|defeated)$/,
  ],
  de: [/^(?:fast|beinahe)$/, /^(?:ge\p{L}{3,}(?:t|en)|verloren|ertrunken|gewann|verlor|starb)$/u],
};

/** Words that except something from a statement, or bind it to a condition, by language. `_` joins a phrase, `*` ends a prefix. */
export const EXCEPTING_WORDS: Readonly<Record<string, string>> = {
  en:
    'except excepting excluding except_for unless only_if provided_that provided_you provided_they providing_that on_condition_that ' +
    'on_the_condition_that as_long_as_you as_long_as_they as_long_as_the so_long_as apart_from aside_from with_the_exception_of ' +
    'in_mice in_rats in_animals in_theory in_vitro',
  de: 'außer ausgenommen mit_ausnahme es_sei_denn sofern vorausgesetzt nur_wenn abgesehen_von bei_mäusen in_der_theorie',
  fr: 'sauf excepté hormis à_l_exception à_moins_que à_moins_de à_moins_d à_condition seulement_si pourvu_que chez_la_souris en_théorie',
  es: 'salvo excepto a_menos_que siempre_que siempre_y_cuando solo_si sólo_si a_condición en_ratones en_teoría',
  it: 'tranne eccetto salvo a_meno_che a_condizione purché solo_se in_teoria',
  pt: 'exceto salvo a_menos_que desde_que só_se em_teoria',
  nl: 'behalve tenzij mits uitgezonderd alleen_als in_theorie',
  ru: 'кроме за_исключением только_если при_условии если_только',
  zh: '除 除了 除非 前提是',
  ja: '除い 除き 除く 以外',
};
