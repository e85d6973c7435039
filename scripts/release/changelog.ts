// The changelog, in the form of Keep a Changelog: what is unreleased becomes a version, and a version's part its notes.

const UNRELEASED = '## [Unreleased]\n'

const startOf = (changelog: string, version: string): number => changelog.indexOf(`\n## [${version}] - `)

const restOf = (changelog: string, from: number): string => {
  const body = changelog.slice(changelog.indexOf('\n', from + 1) + 1)
  const end = body.search(/^## \[/m)
  return (end === -1 ? body : body.slice(0, end)).trim()
}

/** With what was unreleased below the version. Throws an Error where nothing was, and where the version is there already. */
export const moveUnreleased = (changelog: string, version: string, date: string): string => {
  const at = changelog.indexOf(UNRELEASED)
  if (at === -1) throw new Error(`CHANGELOG.md has no line “${UNRELEASED.trim()}”.`)
  if (startOf(changelog, version) !== -1) throw new Error(`CHANGELOG.md has ${version} already.`)
  if (restOf(changelog, at - 1) === '') throw new Error('CHANGELOG.md has nothing below Unreleased.')
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${date}\n`)
}

/** What the changelog says of a version, with links below `base` where they lead into the repository. */
export const notesOf = (changelog: string, version: string, base?: string): string => {
  const at = startOf(changelog, version)
  if (at === -1) throw new Error(`CHANGELOG.md says nothing of ${version}.`)
  const notes = restOf(changelog, at)
  return base === undefined ? notes : notes.replaceAll(/\]\((?!https?:|#)(?=[\w.])/g, `](${base}/`)
}
