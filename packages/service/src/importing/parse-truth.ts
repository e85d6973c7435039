// Parses boolean words: in the languages of spreadsheets (ECMA-376 stores numbers, but CSV files get the displayed
// text), and as databases and programs write them. Any other word is neither.

import { foldWords } from '../parsing/fold-words.ts'

/** The words for true and false by language, compared without diacritics and case. */
const WORDS: readonly (readonly [language: string, isTrue: string, isFalse: string])[] = [
  ['programs', "1 -1 1.0 1,0 0x01 b'1' true t on", "0 0.0 0,0 0x00 b'0' false f off"],
  ['check marks', 'x ✓ ✔ ☑ ✅', '☐ ✗ ✘ ❌'],
  ['English', 'true yes y', 'false no n'],
  ['German', 'wahr ja j', 'falsch nein'],
  ['French', 'vrai oui', 'faux non'],
  ['Spanish', 'verdadero cierto sí', 'falso no'],
  ['Italian', 'vero sì', 'falso no'],
  ['Portuguese', 'verdadeiro sim', 'falso não'],
  ['Catalan', 'cert veritat sí', 'fals no'],
  ['Dutch', 'waar ja', 'onwaar nee'],
  ['Swedish', 'sant ja', 'falskt nej'],
  ['Danish', 'sand ja', 'falsk nej'],
  ['Norwegian', 'sann ja', 'usann nei'],
  ['Finnish', 'tosi kyllä', 'epätosi ei'],
  ['Polish', 'prawda tak', 'fałsz falsz nie'],
  ['Czech', 'pravda ano', 'nepravda ne'],
  ['Slovak', 'pravda áno', 'nepravda nie'],
  ['Croatian', 'istina da', 'laž neistina ne'],
  ['Hungarian', 'igaz igen', 'hamis nem'],
  ['Romanian', 'adevărat da', 'fals nu'],
  ['Turkish', 'doğru evet', 'yanlış hayır'],
  ['Russian', 'истина правда да', 'ложь нет'],
  ['Ukrainian', 'істина так', 'хибність ні'],
  ['Bulgarian', 'истина да', 'лъжа не'],
  ['Greek', 'αληθές αληθής ναι', 'ψευδές ψευδής όχι'],
  ['Japanese', '真 はい', '偽 いいえ'],
  ['Chinese', '真 是', '假 否'],
  ['Korean', '참 예 네', '거짓 아니요 아니오'],
]

const meanings = (at: 1 | 2): ReadonlySet<string> =>
  new Set(WORDS.flatMap((words) => words[at].split(' ').map(foldWords)))
const [TRUE, FALSE] = [meanings(1), meanings(2)]

/** undefined for an unknown word. */
export const parseTruth = (text: string): boolean | undefined => {
  const word = foldWords(text.trim())
  if (TRUE.has(word)) return true
  return FALSE.has(word) ? false : undefined
}
