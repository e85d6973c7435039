// Finds settings with quotes. A shell removes quotes, but Docker's --env-file and some process managers keep them in the value.

import { type Finding, note } from './finding.ts'

const QUOTED = /^\s*(["'`]).*\1\s*$/s

/** A note for each setting whose value is in quotes. It never shows the value. */
export const quotedSettings = (
  values: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly Finding[] =>
  names
    .filter((name) => QUOTED.test(values[name] ?? ''))
    .map((name) =>
      note(name, 'has quotes, which are part of the value', 'Remove the quotes, unless they belong to the value.'),
    )
