// Parses the URL of a PostgreSQL database as libpq does
// (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS). Messages repeat nothing from the
// URL that is not in a table here: a password that is not percent-encoded may appear anywhere.

import { type ReadParameter, requireParameter } from './postgres-parameters.ts'
import { type PostgresTls, readPostgresTls } from './postgres-tls.ts'

/** `host`: a name, an IP address, or a folder of Unix sockets. */
export type PostgresHost = { readonly host: string; readonly port: number }

export type PostgresAddress = {
  /** At least one. With several, the service uses the one that accepts writes. */
  readonly hosts: readonly PostgresHost[]
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  readonly applicationName: string
  /** Command-line options sent at the start of each connection, such as `-c search_path=central`. */
  readonly options: string | undefined
  readonly tls: PostgresTls | false
  readonly channelBinding: boolean
  /** Undefined for the default. */
  readonly connectMs: number | undefined
  /** The largest number of connections; undefined for the default. */
  readonly connections: number | undefined
  /** Behind a pooler in transaction mode: each transaction may get another connection, so no session state may be left
   * on one. */
  readonly pooled: boolean
}

export const DEFAULT_PORT = 5_432
const MAX_HOSTS = 16
const MAX_CONNECTIONS = 1_000
const MAX_CONNECT_SECONDS = 60

const RESERVED = `has a special character that is not percent-encoded, most often in the password: encode it (% as %25, / as %2F, ? as %3F, # as %23, @ as %40)`

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them.
const CONTROL = /[\u0000-\u001f\u007f]/

/** `postgres://user:password@host:port,host:port/database?sslmode=verify-full&pool=10`. Throws an Error that continues the
 * name of the setting. */
export const readPostgresAddress = (url: string): PostgresAddress => {
  const { userInfo, authority, path, query } = split(url)
  const parameters = readParameters(query)
  const [user, password] = readUserInfo(userInfo)
  const hosts = readHosts(authority, parameters)
  return {
    hosts,
    user: parameters.get('user') ?? user,
    password: parameters.get('password') ?? password,
    database: parameters.get('dbname') ?? decoded(path),
    applicationName: parameters.get('application_name') ?? 'central-api',
    options: parameters.get('options'),
    tls: readPostgresTls(parameters),
    channelBinding: readChoice(parameters, 'channel_binding', CHANNEL_BINDING),
    connectMs: readTimeout(parameters.get('connect_timeout')),
    connections: readConnections(parameters.get('pool')),
    pooled: readChoice(parameters, 'pgbouncer', FLAG),
  }
}

type Parts = { readonly userInfo: string; readonly authority: string; readonly path: string; readonly query: string }

/** The last `@` must come before the host: after it, nothing can be part of a password. */
const split = (url: string): Parts => {
  const parts = /^[a-z]+:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(url)
  const [, before = '', path = '', query = ''] = parts ?? []
  if (!parts || path.includes('@') || query.includes('@')) throw new Error(RESERVED)
  const at = before.lastIndexOf('@')
  return { userInfo: before.slice(0, Math.max(at, 0)), authority: before.slice(at + 1), path, query }
}

const readUserInfo = (text: string): [user: string | undefined, password: string | undefined] => {
  const at = text.indexOf(':')
  return at === -1 ? [decoded(text), undefined] : [decoded(text.slice(0, at)), decoded(text.slice(at + 1))]
}

const decoded = (text: string): string | undefined => {
  if (text === '') return undefined
  const value = decodedText(text)
  if (CONTROL.test(value)) throw new Error('contains a control character, such as a line break: remove it')
  return value
}

const decodedText = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error(RESERVED)
  }
}

const readParameters = (query: string): ReadonlyMap<ReadParameter, string> => {
  const read = new Map<ReadParameter, string>()
  const items = query.split('&').filter((item) => item !== '')
  for (const [index, item] of items.entries()) {
    const [name = '', ...values] = item.split('=')
    const value = decoded(values.join('=')) ?? ''
    const known = requireParameter(decoded(name) ?? '', value, index + 1)
    if (known === undefined) continue
    if (read.has(known)) throw new Error(`has "${known}" twice`)
    read.set(known, value)
  }
  requireWritable(read.get('target_session_attrs'))
  return read
}

/** The service always looks for a host that accepts writes; a URL that asks for another one is a mistake. */
const WRITABLE = ['read-write', 'primary', 'any']

const requireWritable = (wanted: string | undefined): void => {
  if (wanted === undefined || WRITABLE.includes(wanted)) return
  throw new Error(
    `has an invalid target_session_attrs: use one of ${WRITABLE.join(', ')}, because the service has to write`,
  )
}

/** The hosts come from the URL, or from the parameter `host`; ports likewise, independently. A single port applies to
 * all hosts. */
const readHosts = (authority: string, parameters: ReadonlyMap<ReadParameter, string>): readonly PostgresHost[] => {
  const listed = authority.split(',')
  const names = parameters.get('host')?.split(',')
  const most = Math.max(listed.length, names?.length ?? 0)
  if (most > MAX_HOSTS) throw new Error(`names more than ${MAX_HOSTS} hosts`)
  const places = listed.map(readHost)
  const hosts = names ?? places.map(({ host }) => host)
  const ports = parameters.get('port')?.split(',').map(readPort) ?? places.map(({ port }) => port)
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new Error('needs one port for all hosts, or one for each')
  return hosts.map((host, index) => ({ host: host || 'localhost', port: ports[index] ?? ports[0] ?? DEFAULT_PORT }))
}

const readHost = (text: string): PostgresHost => {
  const parts = /^(?:\[([^\]\s]*)\]|([^:[\]\s]*))(?::([^:]*))?$/.exec(text)
  if (!parts) throw new Error('has a host that is neither NAME:PORT nor [IPv6 address]:PORT')
  const [, bracketed, name = '', port = ''] = parts
  return { host: decoded(bracketed ?? name) ?? '', port: readPort(port) }
}

const readPort = (text: string): number => {
  const port = text === '' ? DEFAULT_PORT : Number(text)
  if (/^\d{0,5}$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new Error('has a port that is not a number from 1 to 65535')
}

const readTimeout = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (seconds >= 1 && seconds <= MAX_CONNECT_SECONDS) return seconds * 1_000
  throw new Error(`has an invalid connect_timeout: use a whole number of seconds from 1 to ${MAX_CONNECT_SECONDS}`)
}

const readConnections = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const connections = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (connections >= 1 && connections <= MAX_CONNECTIONS) return connections
  throw new Error(`has an invalid pool: use a whole number from 1 to ${MAX_CONNECTIONS}`)
}

const FLAG: Readonly<Record<string, boolean>> = { true: true, false: false }
const CHANNEL_BINDING: Readonly<Record<string, boolean>> = { require: true, prefer: true, disable: false }

const readChoice = (
  parameters: ReadonlyMap<ReadParameter, string>,
  name: ReadParameter,
  choices: Readonly<Record<string, boolean>>,
): boolean => {
  const text = parameters.get(name)?.toLowerCase()
  if (text === undefined) return false
  const choice = Object.hasOwn(choices, text) ? choices[text] : undefined
  if (choice === undefined) throw new Error(`has an invalid ${name}: use one of ${Object.keys(choices).join(', ')}`)
  return choice
}
