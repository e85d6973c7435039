// The welcome: a test key, a request that uses it, and where to go next. As a line of a JSON log: the key and where to go.

import manifest from '../../../package.json' with { type: 'json' }
import type { Style } from '../output/style.ts'

export type WelcomeFacts = {
  /** Where clients reach the service. */
  readonly baseUrl: string
  /** The key of the first license. */
  readonly key: string
  /** Whether ADMIN_TOKEN is set, which enables the console. */
  readonly hasConsole: boolean
  /** A random token that the reader may use as ADMIN_TOKEN; undefined if the text may be kept in a log. */
  readonly suggestedToken: string | undefined
  /** A free port for the simulation, which runs next to the service. */
  readonly otherPort: number
}

const PROGRAM = 'npx --no-install central-api'

/** A service that listens on all addresses is reached at one of them. */
const reachable = (url: string): string => url.replace(/^(https?:\/\/)(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/, '$1127.0.0.1')

const consoleLines = ({ hasConsole, suggestedToken }: WelcomeFacts): readonly string[] => {
  if (hasConsole) return ['Sign in with your ADMIN_TOKEN.']
  if (suggestedToken === undefined) return ['Off. Set ADMIN_TOKEN, restart, and sign in with it.']
  return [
    'Off. Restart with an admin token and the same settings, and sign in with it:',
    `ADMIN_TOKEN=${suggestedToken} ${PROGRAM} serve`,
  ]
}

/** `at`: milliseconds since the epoch. The log itself would redact the key, which is shown only here. */
export const welcomeLine = ({ baseUrl, key, hasConsole }: WelcomeFacts, at: number): string => {
  const url = reachable(baseUrl)
  const links = { url, docs: `${url}/docs`, ...(hasConsole && { console: `${url}/console/` }) }
  const line = { level: 'info', time: new Date(at).toISOString(), licenseKey: key, ...links, msg: CREATED }
  return `${JSON.stringify(line)}\n`
}

const CREATED =
  'The store was empty, so a license for tests was created. Its key, licenseKey, is shown only once. Copy it now'

export const welcomeText = (facts: WelcomeFacts, { bold, dim, cyan }: Style): string => {
  const { key, otherPort } = facts
  const url = reachable(facts.baseUrl)
  const json = `-H 'Content-Type: application/json'`
  const next: readonly (readonly [name: string, value: string, ...notes: string[]])[] = [
    ['Docs', `${url}/docs`],
    ['Console', `${url}/console/`, ...consoleLines(facts)],
    [
      'Simulation',
      `PORT=${otherPort} npm run simulate`,
      'All platforms with sample posts, without credentials or a network.',
    ],
    [
      'Live license',
      `${PROGRAM} license create --plan pro`,
      'A test license scans only the sandbox, a live license all platforms.',
    ],
  ]
  const width = Math.max(...next.map(([name]) => name.length)) + 2
  const rows = next.map(([name, value, ...notes]) => {
    const below = notes.map((note) => `  ${' '.repeat(width)}${note}\n`)
    return `  ${dim(name)}${' '.repeat(width - name.length)}${cyan(value)}\n${below.join('')}`
  })
  return `
${bold(`Central API ${manifest.version}`)} is ready at ${cyan(url)}

${bold('License key')}
  ${cyan(key)}
  For tests. The store was empty, so the service created it. It is shown only once.

${bold('First request')}
  TOKEN=$(curl -s ${url}/api/v1/auth/token ${json} \\
    -d '{"licenseKey":"${key}"}' \\
    | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
  curl -s ${url}/api/v1/scan-profile ${json} \\
    -H "Authorization: Bearer $TOKEN" \\
    -d '{"platform":"sandbox","handle":"demo"}'

${bold('Next')}
${rows.join('')}
`
}
