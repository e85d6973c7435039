// The settings in the tables of their page: each with its own anchor and a sentence about it. The search and the console find them.

export const SETTINGS_PAGE = '/docs/reference/settings'

/** The head of a table of settings in Markdown. */
const HEAD = /^\| name \| default \| meaning \|$/gm
/** A row of it. */
const ROW = /^\| `(?<name>[A-Z][A-Z0-9_]+)` \| (?<standard>[^|]*) \| (?<meaning>.*) \|$/gm

/** The first cell of such a row in HTML. */
const CELL = /<tr>(?=\s*<td><code>([A-Z][A-Z0-9_<wbr>]+)<\/code><\/td>)/g

export type Setting = { readonly name: string; readonly href: string; readonly markdown: string }

/** The settings of a section. `taken` contains the anchors of sections before. */
export const settingsIn = (section: string, taken: Set<string>, sectionHref: string): readonly Setting[] =>
  [...section.matchAll(ROW)].map(({ groups: { name = '', standard = '', meaning = '' } = {} }) => {
    const isFirst = !taken.has(name)
    taken.add(name)
    return {
      name,
      href: isFirst ? `${SETTINGS_PAGE}#${name}` : sectionHref,
      markdown: standard === '' ? meaning : `${meaning} Default: ${standard}`,
    }
  })

export const withoutSettings = (section: string): string => section.replace(HEAD, '').replace(ROW, '')

/** Gives the row of each setting in the page its anchor. A name that stands in several tables has it in the first. */
export const anchorSettings = (page: string): string => {
  const taken = new Set<string>()
  return page.replace(CELL, (row, code: string) => {
    const name = code.replaceAll('<wbr>', '')
    if (taken.has(name)) return row
    taken.add(name)
    return `<tr id="${name}">`
  })
}
