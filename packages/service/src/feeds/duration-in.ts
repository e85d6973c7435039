// The duration of a recording, as podcasts write it.

import { numberIn } from './feed-element.ts'

const CLOCK = /^(?:(\d{1,4}):)?(\d{1,6}):(\d{1,6}(?:[.,]\d{1,9})?)$/
/** ISO 8601, without days. */
const ISO = /^PT(?=\d)(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,6}(?:[.,]\d{1,9})?)S)?$/i

/** Seconds, from `[hours:]minutes:seconds`, `PT1H2M3S` or a number of seconds. undefined for anything else. */
export const durationIn = (text: string | undefined): number | undefined => {
  const match = CLOCK.exec(text ?? '') ?? ISO.exec(text ?? '')
  if (match === null) return numberIn(text)
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}
