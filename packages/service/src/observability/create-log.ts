// Structured logs: JSON lines, or short lines on a terminal. Callers must not log secrets or personal data: no keys, tokens,
// handles or IP addresses of clients. They identify a license by its id.

import pino, { type Logger } from 'pino'

export type Log = Logger

/** Fields that are redacted in case they are logged by mistake. */
const REDACTED = [
  'licenseKey',
  'token',
  'authorization',
  'handle',
  'key',
  'req.headers',
  '*.licenseKey',
  '*.token',
  '*.authorization',
  '*.handle',
]

export type LogFields = Readonly<Record<string, unknown>>

export type LogTarget = { write(line: string): void }

/** `isPretty`: short lines instead of JSON. The fields are part of every line. */
export const createLog = (level: string, target: LogTarget, isPretty: boolean, fields: LogFields = {}): Log =>
  pino(
    {
      level,
      base: fields,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED, censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.errWithCause },
    },
    isPretty ? { write: (line: string) => target.write(formatForTerminal(line)) } : target,
  )

const LEVEL_MARKS: Readonly<Record<string, string>> = { warn: '! ', error: '✗ ', fatal: '✗ ' }

/** Formats a JSON log line for a terminal. */
export const formatForTerminal = (line: string): string => {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>
  const fields = Object.entries(rest).map(
    ([name, value]) => ` ${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${err.stack}` : ''
  return `${String(time).slice(11, 19)} ${LEVEL_MARKS[String(level)] ?? ''}${msg}${fields.join('')}${stack}\n`
}
