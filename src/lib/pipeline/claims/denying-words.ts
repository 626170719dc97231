/** Words that say of the next word of meaning that it is not so, by language. `_` joins a phrase, `*` ends a prefix. */
export const DENYING_WORDS: Readonly<Record<string, string>> = {
  en:
    'failed_to fails_to fail_to failing_to failure_to refus* deny denies denied denying unable incapable lacks lacked ' +
    'declined_to declines_to declining_to prevents prevented preventing prohibit* forbid* forbad* ban bans banned ' +
    'rarely seldom unlikely_to neglected_to non',
  de: 'weiger* verweiger* bestritt bestreite* leugne* verneint* unfähig verhinder* verbiet* verbot verboten selten unterließ*',
  fr: 'refuse refusent refusé refusa nie nient nié démen* empêche* interdi* rarement incapable*',
  es: 'niega* negó negaron rechaza* rechazó impide* impidió prohíbe* prohib* raramente incapaz',
  it: 'rifiuta* rifiutò nega negano negò imped* vieta* vietò raramente incapac*',
  pt: 'recusa* recusou nega negam negou impede* impediu proíbe* proib* raramente incapaz',
  nl: 'weiger* geweigerd ontken* verhinder* verbied* verbood zelden',
  ru: 'отказ* отрица* запре* предотвра* редко',
  zh: '拒绝 否认 禁止 反对 阻止 未能',
  ja: '拒否 否定 禁止 反対',
};
