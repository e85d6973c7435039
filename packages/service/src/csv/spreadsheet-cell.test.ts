import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownText } from './spreadsheet-cell.ts'

test('unwraps a formula that only contains text, and digits after an apostrophe', () => {
  const cells: readonly (readonly [cell: string, text: string])[] = [
    ['="0012"', '0012'],
    [' = "wE4rT6yU" ', 'wE4rT6yU'],
    ['="say ""so"""', 'say "so"'],
    ['=""', ''],
    ["'00120034", '00120034'],
    ["'12.345,6", '12.345,6'],
  ]
  for (const [cell, text] of cells) assert.equal(shownText(cell), text, cell)
})

test('leaves any other cell unchanged', () => {
  for (const cell of ['', '=1+1', '="a"&"b"', '=T("x")', '="open', "'t Hooft", "'68 Tours", 'a="b"', '"x"'])
    assert.equal(shownText(cell), cell)
})
