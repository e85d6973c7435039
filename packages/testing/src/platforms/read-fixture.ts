import { readFileSync } from 'node:fs'

/** The text of a fixture file. `path`: such as `mastodon/account.json`. */
export const readFixture = (path: `${string}/${string}`): string => {
  const [platform, ...file] = path.split('/')
  return readFileSync(new URL(`${platform}/fixtures/${file.join('/')}`, import.meta.url), 'utf8')
}
