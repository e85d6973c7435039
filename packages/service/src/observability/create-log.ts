// Structured logs: JSON lines for machines, short lines for people at a terminal. What is secret or somebody's own never
// gets here: no key, no token, no handle, no address of a caller; a license is named by its id.

import pino, { type Logger } from 'pino'

export type Log = Logger

/** Should one be logged by mistake, it is not written. */
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

/** The fields are on every line. */
export const createLog = (level: string, target: LogTarget, people: boolean, fields: LogFields = {}): Log =>
  pino(
    {
      level,
      base: fields,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED, censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.errWithCause },
    },
    people ? { write: (line: string) => target.write(forPeople(line)) } : target,
  )

const SIGNS: Readonly<Record<string, string>> = { warn: '! ', error: '✗ ', fatal: '✗ ' }

/** A line for machines as one for people. */
export const forPeople = (line: string): string => {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>
  const fields = Object.entries(rest).map(
    ([name, value]) => ` ${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${err.stack}` : ''
  return `${String(time).slice(11, 19)} ${SIGNS[String(level)] ?? ''}${msg}${fields.join('')}${stack}\n`
}
