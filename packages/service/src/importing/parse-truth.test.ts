import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTruth } from './parse-truth.ts'

const TRUE = `WAHR wahr Ja VRAI oui VERDADERO Sí si VERO sì VERDADEIRO sim CERT WAAR SANT SAND SANN TOSI kyllä PRAWDA tak
PRAVDA ano áno ISTINA IGAZ igen ADEVĂRAT DOĞRU doğru evet ИСТИНА да ІСТИНА так ΑΛΗΘΕΣ 真 はい 是 참 예 ＴＲＵＥ
true TRUE True t T y yes YES 1 -1 1.0 1,0 0x01 on x ✓ ✔️ ☑`
const FALSE = `FALSCH falsch nein FAUX non FALSO falso no não FALS ONWAAR nee FALSKT FALSK nej USANN nei EPÄTOSI ei FAŁSZ nie
NEPRAVDA ne LAŽ HAMIS nem nu YANLIŞ yanlış hayır HAYIR ЛОЖЬ нет ХИБНІСТЬ ні ΨΕΥΔΕΣ όχι 偽 いいえ 否 假 거짓 아니요 ＦＡＬＳＥ
false FALSE False f F n no NO 0 0.0 0,0 0x00 off ✗ ☐`

test('knows the boolean words of spreadsheets, databases and people in many languages', () => {
  for (const word of TRUE.split(/\s+/)) assert.equal(parseTruth(word), true, word)
  for (const word of FALSE.split(/\s+/)) assert.equal(parseTruth(word), false, word)
  // As written on a Mac (decomposed).
  assert.equal(parseTruth('sí'.normalize('NFD')), true)
  assert.equal(parseTruth('\u200bWAHR\u00a0'), true)
})

test('any other word is neither', () => {
  for (const word of [
    '',
    ' ',
    '2',
    '10',
    '-',
    '–',
    'maybe',
    'cancelled',
    'WAHRHEIT',
    'nicht',
    'N/A',
    '#REF!',
    'null',
    'o',
  ])
    assert.equal(parseTruth(word), undefined, word)
})
