// Structured logs: JSON lines, or short lines on a terminal. Callers must not log secrets or personal data: no keys, tokens,
// handles or IP addresses of clients. They identify a license by its id.

import pino, { type Logger } from 'pino'
import { formatLogLine } from './format-log-line.ts'

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
    isPretty ? { write: (line: string) => target.write(formatLogLine(line)) } : target,
  )
