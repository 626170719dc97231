import { describe, expect, it } from 'vitest';
import { checkClaim } from '../../../../src/lib/pipeline/claims/check-claims.ts';

const check = (claim: string, evidence: string, language: string): readonly string[] =>
  checkClaim(claim, { sentences: [evidence], around: '' }, { known: '', language }).map(({ source }) => source);

describe('an exception or condition', () => {
  it.each([
    ['en', 'The museum is open daily.', 'The museum is open daily except Mondays.', 'except Mondays'],
    ['en', 'The museum is open daily.', 'Except on Mondays, the museum is open daily.', 'Except on Mondays'],
    ['en', 'All members voted for it.', 'All members voted for it except France.', 'except France'],
    ['en', 'The fee is refunded.', 'The fee is refunded only if you cancel in time.', 'only if you cancel in time'],
    ['en', 'You must pay the fee.', 'You must pay the fee unless you cancel.', 'unless you cancel'],
    [
      'en',
      'The drug is free for all.',
      'The drug is free for all provided that they are poor.',
      'provided that they are poor',
    ],
    ['en', 'The drug cures cancer.', 'The drug cures cancer in mice.', 'in mice'],
    ['de', 'Das Museum ist täglich geöffnet.', 'Das Museum ist täglich geöffnet, außer montags.', 'außer montags'],
    ['fr', 'Le musée est ouvert tous les jours.', 'Le musée est ouvert tous les jours sauf le lundi.', 'sauf le lundi'],
    ['es', 'El museo abre todos los días.', 'El museo abre todos los días salvo los lunes.', 'salvo los lunes'],
    ['zh', '博物馆每天开放。', '除周一外，博物馆每天开放。', '除周一'],
    ['ja', '美術館は毎日開館している。', '月曜を除いて美術館は毎日開館している。', '曜を除い'],
  ])('that is left out is marked: %s, %s', (language, claim, evidence, source) => {
    expect(check(claim, evidence, language)).toContain(source);
  });

  it.each([
    ['en', 'The museum is open daily but for Mondays.', 'The museum is open daily except Mondays.'],
    ['en', 'The museum is open on most days.', 'The museum is open daily except Mondays.'],
    ['en', 'Most members voted for it.', 'All members except France voted for it.'],
    ['en', 'The fee may be refunded.', 'The fee is refunded only if you cancel in time.'],
    ['en', 'The fee is 5 euros.', 'The fee is 5 euros, and you must pay in May unless you cancel.'],
    ['de', 'Montags bleibt das Museum geschlossen.', 'Das Museum ist täglich geöffnet, außer montags.'],
  ])('that is said in other words, or is of another statement, is left alone: %s, %s', (language, claim, evidence) => {
    expect(check(claim, evidence, language).filter((source) => /except|only if|unless|außer/.test(source))).toEqual([]);
  });

  it.each([
    ['en', 'All students passed.', 'Half of the students passed.'],
    ['en', 'Prices doubled in May.', 'Prices halved in May.'],
    ['zh', '会议在星期一举行。', '会议在星期三举行。'],
    ['ja', '会議は月曜に開かれる。', '会議は水曜に開かれる。'],
    ['fr', 'Elle a ouvert en mars 2001.', 'Elle a ouvert en mai 2001.'],
  ])('other turns of number and day are marked: %s, %s', (language, claim, evidence) => {
    expect(check(claim, evidence, language).length).toBeGreaterThan(0);
  });
});
