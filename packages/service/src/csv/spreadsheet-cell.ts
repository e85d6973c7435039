// What a cell holds besides its text so that a spreadsheet takes it for text: `="0012"`, and an apostrophe before digits.

/** A formula that is nothing but a text. */
const TEXT_FORMULA = /^=\s*"(?<text>(?:[^"]|"")*)"$/
const TEXT_MARK = /^'(?=\d[\d.,-]*$)/

/** The text that a spreadsheet shows. */
export const shownText = (cell: string): string => {
  const text = TEXT_FORMULA.exec(cell.trim())?.groups?.text
  return text === undefined ? cell.replace(TEXT_MARK, '') : text.replaceAll('""', '"')
}
