// Removes what marks a cell as text for spreadsheets: `="0012"`, or an apostrophe before digits.

/** A formula that only contains a text. */
const TEXT_FORMULA = /^=\s*"(?<text>(?:[^"]|"")*)"$/
const TEXT_MARK = /^'(?=\d[\d.,-]*$)/

/** The text that a spreadsheet displays. */
export const shownText = (cell: string): string => {
  const text = TEXT_FORMULA.exec(cell.trim())?.groups?.text
  return text === undefined ? cell.replace(TEXT_MARK, '') : text.replaceAll('""', '"')
}
