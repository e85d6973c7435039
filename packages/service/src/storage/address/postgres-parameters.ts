// The parameters of a PostgreSQL URL: those that the service reads, those that are accepted with the values that
// already apply, and those that are refused. Names as in https://www.postgresql.org/docs/current/libpq-connect.html.

/** Read by postgres-address.ts and postgres-tls.ts. */
export const READ = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'channel_binding',
  'application_name',
  'options',
  'connect_timeout',
  'target_session_attrs',
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'pool',
  'pgbouncer',
] as const

export type ReadParameter = (typeof READ)[number]

/** Accepted values, which change nothing because they already apply. */
const MEANT_ANYWAY: Readonly<Record<string, readonly string[]>> = {
  client_encoding: ['utf8', 'utf-8', 'auto'],
  gssencmode: ['disable', 'prefer'],
  keepalives: ['1'],
  load_balance_hosts: ['disable'],
  // An option of node-postgres: `sslmode` means what it means for libpq.
  uselibpqcompat: ['true'],
  sslcompression: ['0'],
  sslnegotiation: ['postgres'],
  sslsni: ['1'],
}

const OF_THE_ROLE = 'set it for the role instead: ALTER ROLE … SET …'
const NOT_DONE = 'the service does not have this feature'
const ITSELF = 'the service sets it itself'

/** Parameters that people set and the service does not support, with what to do instead. */
const REFUSED: Readonly<Record<string, string>> = {
  ssl: 'write sslmode=verify-full, or sslmode=require to encrypt without checking the certificate',
  sslaccept: 'write sslmode=verify-full, or sslmode=require to encrypt without checking the certificate',
  schema: OF_THE_ROLE.replace('…', '… IN DATABASE …').replace('SET …', 'SET search_path = …'),
  currentSchema: OF_THE_ROLE.replace('SET …', 'SET search_path = …'),
  search_path: OF_THE_ROLE,
  statement_timeout: 'the service has its own time limits',
  lock_timeout: 'the service has its own time limits',
  connection_limit: 'write pool=',
  max_connections: 'write pool=',
  pool_timeout: ITSELF,
  hostaddr: 'write the address as the host',
  passfile: 'set the environment variable PGPASSFILE',
  service: NOT_DONE,
  servicefile: NOT_DONE,
  sslpassword: `${NOT_DONE}: use a key without a passphrase that only its owner can read`,
  sslcrl: NOT_DONE,
  sslcrldir: NOT_DONE,
  sslcertmode: NOT_DONE,
  ssl_min_protocol_version: NOT_DONE,
  ssl_max_protocol_version: NOT_DONE,
  require_auth: NOT_DONE,
  requirepeer: NOT_DONE,
  requiressl: 'write sslmode=require',
  krbsrvname: NOT_DONE,
  gsslib: NOT_DONE,
  gssdelegation: NOT_DONE,
  replication: NOT_DONE,
  fallback_application_name: 'write application_name=',
  keepalives_idle: ITSELF,
  keepalives_interval: ITSELF,
  keepalives_count: ITSELF,
  tcp_user_timeout: ITSELF,
  min_protocol_version: ITSELF,
  max_protocol_version: ITSELF,
}

const isRead = (name: string): name is ReadParameter => READ.some((known) => known === name)

/** Returns undefined for an accepted parameter without effect. Throws for any other that the service does not read. An
 * unknown name is not repeated in the message: it may be part of a password that contains a `?` or `&`. `place` counts
 * from 1. */
export const requireParameter = (name: string, value: string, place: number): ReadParameter | undefined => {
  if (isRead(name)) return name
  const anyway = Object.hasOwn(MEANT_ANYWAY, name) ? MEANT_ANYWAY[name] : undefined
  if (anyway?.includes(value.toLowerCase())) return undefined
  if (anyway) throw new Error(`supports "${name}" only as ${anyway.join(' or ')}`)
  const why = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined
  if (why !== undefined) throw new Error(`does not support "${name}": ${why}`)
  throw new Error(`has an unknown parameter, number ${place} after the "?". Use only ${READ.join(', ')}`)
}
