// The changelog in the Keep a Changelog format: moves unreleased changes to a version, and extracts a version's notes.

const UNRELEASED = '## [Unreleased]\n'

const startOf = (changelog: string, version: string): number => changelog.indexOf(`\n## [${version}] - `)

const restOf = (changelog: string, from: number): string => {
  const body = changelog.slice(changelog.indexOf('\n', from + 1) + 1)
  const end = body.search(/^## \[/m)
  return (end === -1 ? body : body.slice(0, end)).trim()
}

/** Moves the unreleased changes below the version. Throws an Error if there are none, or if the version already exists. */
export const moveUnreleased = (changelog: string, version: string, date: string): string => {
  const at = changelog.indexOf(UNRELEASED)
  if (at === -1) throw new Error(`CHANGELOG.md has no line “${UNRELEASED.trim()}”.`)
  if (startOf(changelog, version) !== -1) throw new Error(`CHANGELOG.md has ${version} already.`)
  if (restOf(changelog, at - 1) === '') throw new Error('CHANGELOG.md has nothing below Unreleased.')
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${date}\n`)
}

/** The notes of a version. Links into the repository become absolute with `base`. */
export const notesOf = (changelog: string, version: string, base?: string): string => {
  const at = startOf(changelog, version)
  if (at === -1) throw new Error(`CHANGELOG.md says nothing of ${version}.`)
  const notes = restOf(changelog, at)
  return base === undefined ? notes : notes.replaceAll(/\]\((?!https?:|#)(?=[\w.])/g, `](${base}/`)
}
