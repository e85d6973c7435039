// A document that is generated from the code.

export type GeneratedDocument = {
  /** The path from the root of the repository. */
  readonly path: string
  /** The whole file. */
  readonly generate: () => string
}

/** The first lines of every such file. */
export const generatedHead = (title: string): string =>
  `# ${title}\n\n<!-- Made by \`npm run docs\`. Do not edit. -->\n\n`

/** A Markdown table. Bars in cells are escaped. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('')
