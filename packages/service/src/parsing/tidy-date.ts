// Normalizes a written date to the words and signs of parse-time.ts.

import { foldWords } from './fold-words.ts'

/** RFC 5322, section 3.2.2: comments are in parentheses. */
const COMMENT = /\([^()]*\)/g
/** A tz database zone in RFC 9557, and other suffixes. */
const [SUFFIX_ZONE, SUFFIX] = [/\[(?!u-ca)!?([a-z][\w/+-]{2,40})\]/g, /\[[^[\]]*\]/g]

/** Chinese, Japanese and Korean signs, in order. */
const EAST_ASIAN: readonly (readonly [RegExp, string])[] = [
  [/(?:星期|周|週|礼拜|禮拜)[一二三四五六日天]|[日月火水木金土]曜日?|[월화수목금토일]요일/g, ' '],
  [/(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号號일]/g, ' $1-$2-$3 '],
  [/(\d{1,2})\s?[時时點点시](?!\s?\d)/g, '$1:00 '],
  [/(\d{1,2})\s?[時时點点시]\s?(\d{1,2})\s?[分분](?:\s?(\d{1,2})\s?[秒초])?/g, '$1:$2:$3 '],
  [/(?:午前|上午|凌晨|清晨|早上|오전)\s?(\d{1,2}:\d{2}(?::\d{2})?)/g, ' $1 am '],
  [/(?:午後|下午|中午|傍晚|晚上|오후)\s?(\d{1,2}:\d{2}(?::\d{2})?)/g, ' $1 pm '],
  [/:(?=\s)/g, ''],
]
/** The monotonic clock that Go's `Time.String()` appends. */
const GO_MONOTONIC = / m=[+-][\d.]+$/
const BLANK_BEFORE_COMMA = / ,/g
const AM_PM = /\b([ap])\.\s?m\b\.?/g
const IS_EAST_ASIAN = /[\p{Script=Han}\p{Script=Hangul}]/u

/** Filler words in dates, in the languages of month-names.ts. */
const FILLERS = new Set(
  'at of on the um uhr den der vom de del di el il le les las la a as alle ore om op kl godz o r г года году в р року о saat pukul στις'
    .split(' ')
    .flatMap((word) => [word, `${word}.`, `${word},`, `${word}.,`]),
)

/** In lower case with single spaces, without comments and filler words. */
export const tidyDate = (text: string): string => {
  const folded = foldWords(text)
    .replace(COMMENT, ' ')
    .replace(SUFFIX_ZONE, ' $1')
    .replace(SUFFIX, ' ')
    .replace(GO_MONOTONIC, '')
    .replace(AM_PM, '$1m')
    .replace(BLANK_BEFORE_COMMA, ',')
  const signs = IS_EAST_ASIAN.test(folded) ? EAST_ASIAN : []
  return signs
    .reduce((written, [sign, as]) => written.replace(sign, as), folded)
    .split(/\s+/)
    .filter((word) => word !== '' && !FILLERS.has(word))
    .join(' ')
}
