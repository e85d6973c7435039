// How log lines look: JSON for programs, short lines for people at a terminal.

import type { Config } from '../../config/read-config.ts'
import { formatLogLine } from '../../observability/format-log-line.ts'
import type { Io } from '../io.ts'
import { styleFor } from './style.ts'

/** `isTerminal`: whether the lines go to a terminal. */
export const isJson = ({ logFormat }: Pick<Config, 'logFormat'>, isTerminal: boolean): boolean =>
  logFormat === 'json' || (logFormat === 'auto' && !isTerminal)

/** Returns the function that formats each JSON line by LOG_FORMAT. `isTerminal`: whether the lines go to a terminal. */
export const logFormat = (
  { environment, timeZone }: Pick<Io, 'environment' | 'timeZone'>,
  config: Pick<Config, 'logFormat'>,
  isTerminal: boolean,
): ((line: string) => string) => {
  if (isJson(config, isTerminal)) return (line) => line
  const style = { ...styleFor({ isTerminal, environment }), timeZone }
  return (line) => formatLogLine(line, style)
}
