import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv-line.ts'

test('cells are separated by commas, and quoted where they hold what separates', () => {
  assert.equal(csvLine(['a', 1, null, -2, 'b c']), 'a,1,,-2,b c\r\n')
  assert.equal(
    csvLine(['a,b', 'say "so"', 'two\nlines', 'two\r\nmore', ' x ']),
    '"a,b","say ""so""","two\nlines","two\r\nmore"," x "\r\n',
  )
})

test('text that a spreadsheet would take for a formula is text there, too', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1']
  for (const formula of formulas) assert.match(csvLine([formula]), /^"?'/, JSON.stringify(formula))
  assert.equal(csvLine(['=HYPERLINK("http://x.example","go")']), `"'=HYPERLINK(""http://x.example"",""go"")"\r\n`)
  for (const plain of ['blog.example.com', 'a=b', '2030-01-15', "it's"]) assert.equal(csvLine([plain]), `${plain}\r\n`)
})
