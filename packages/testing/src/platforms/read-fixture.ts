import { readFileSync } from 'node:fs'

/** The text of a platform's fixture, by its path as `mastodon/account.json`. */
export const readFixture = (path: `${string}/${string}`): string => {
  const [platform, ...file] = path.split('/')
  return readFileSync(new URL(`${platform}/fixtures/${file.join('/')}`, import.meta.url), 'utf8')
}
