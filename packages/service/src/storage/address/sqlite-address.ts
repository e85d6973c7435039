// Parses the URL of a SQLite store. Refuses URLs that other programs read differently: taken literally, they would
// create an empty store next to the real one.

export const IN_MEMORY = ':memory:'

/** What people write after `sqlite:` that is not a file path, and what to write instead. */
const REFUSED: readonly (readonly [what: RegExp, why: string])[] = [
  [/^$|^\/\/(?!\/)/, 'must be sqlite:FILE or postgres://…, with the path of the file directly after sqlite:'],
  [/[?#]/, 'does not support parameters: remove the ? or # and everything after it'],
  [/^\/*~/, 'contains ~, which only a shell expands: write the full path'],
  [/%[\da-f]{2}/i, 'is not percent-decoded: write the path as it is on the disk'],
  [/(?:^|\/)\$\w|\$[{(]|^%\w+%/, 'contains a variable, which the service does not expand: write the full path'],
  [/^\/*file:/, 'names a file: URL: write the path of the file directly after sqlite:'],
  [/^(?:\/\/\/)?:?memory:?$|^\/\/\/:memory:$/, 'must be sqlite::memory: for a store in memory'],
  [/^["'`]|["'`]$/, 'has quotes around the path: remove them'],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them.
  [/[\u0000-\u001f\u007f]/, 'has a control character in the path: remove it'],
  [/\/\.{0,2}$|^\.{1,2}$/, 'names a folder: write the path of a file in it'],
]

/** The path of the file, or `:memory:`. Throws an Error that continues the name of the setting. */
export const readSqliteAddress = (url: string): string => {
  const written = url.slice('sqlite:'.length)
  if (written === IN_MEMORY) return written
  for (const [what, why] of REFUSED) if (what.test(written)) throw new Error(why)
  // `sqlite:///srv/central.db` has an empty host before the path.
  return written.replace(/^\/\/\//, '/')
}
