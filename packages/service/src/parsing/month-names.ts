// Month names in the languages of most feeds → their numbers.

import { foldWords } from './fold-words.ts'

/** One row per month: nominative, genitive and common abbreviations. No name is in two rows. */
export const MONTH_NAMES: readonly string[] = [
  'jan january januar jänner janvier janv enero ene janeiro gennaio gen januari styczeń stycznia sty ocak oca ιανουαρίου ιαν январь января янв січень січня січ',
  'feb february februar februari feber février févr fév febrero fevereiro fev febbraio luty lutego lut şubat şub φεβρουαρίου φεβ февраль февраля фев февр лютий лютого лют',
  'mar march märz mär mrz maart mrt mars marzo março marec marzec marca mart maret μαρτίου μαρ март марта мар березень березня бер',
  'apr april avril avr abril abr aprile kwiecień kwietnia kwi nisan nis απριλίου απρ апрель апреля апр квітень квітня квіт',
  'may mai mei maj mayo maio maggio mag maja mayıs μαΐου μάιος μαΐ май мая травень травня трав',
  'jun june juni juin junio junho giugno giu czerwiec czerwca cze haziran haz ιουνίου ιούν июнь июня июн червень червня черв',
  'jul july juli juillet juil julio julho luglio lug lipiec lipca lip temmuz tem ιουλίου ιούλ июль июля июл липень липня лип',
  'aug august augustus augusti août aoû agosto ago agustus sierpień sierpnia sie ağustos ağu αυγούστου αύγ август августа авг серпень серпня серп',
  'sep sept september septembre septiembre setiembre setembro set settembre sett wrzesień września wrz eylül eyl σεπτεμβρίου σεπ сентябрь сентября сен сент вересень вересня вер',
  'oct october oktober okt octobre octubre outubro out ottobre ott październik października paź ekim eki οκτωβρίου οκτ октябрь октября окт жовтень жовтня жовт',
  'nov november novembre noviembre novembro listopad listopada lis kasım kas νοεμβρίου νοέ ноябрь ноября ноя нояб листопад листопада лист',
  'dec december decembre décembre déc diciembre dic dicembre dezember dez dezembro desember des grudzień grudnia gru aralık ara δεκεμβρίου δεκ декабрь декабря дек грудень грудня груд',
]

const NUMBERS = new Map(
  MONTH_NAMES.flatMap((names, index) => names.split(' ').map((name) => [foldWords(name), index + 1] as const)),
)

const ENGLISH = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The month of a normalized word. English may be abbreviated in any way. */
export const monthOf = (word: string): number | undefined => {
  const known = NUMBERS.get(word)
  if (known !== undefined) return known
  const index = ENGLISH.indexOf(word.slice(0, 3))
  return index === -1 ? undefined : index + 1
}
