// Quotes that a shell would take away, and Docker's --env-file and the unit files of others leave: they are a part of the value.

import { type Finding, note } from './finding.ts'

const QUOTED = /^\s*(["'`]).*\1\s*$/s

/** A note for each of the settings that has quotes around it. Never shows a value. */
export const quotedSettings = (
  values: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly Finding[] =>
  names
    .filter((name) => QUOTED.test(values[name] ?? ''))
    .map((name) => note(name, 'has quotes around it, which are a part of it', 'Remove them, unless they belong to it.'))
