// central-api completion SHELL: prints a script with which a shell completes commands, options and values.

import { Argument, type Command } from 'commander'
import { SETTINGS } from '../config/settings.ts'
import { ERROR_CODES } from '../errors.ts'
import { bashCompletion } from './completion/bash.ts'
import { commandTree, type KnownWords, type TreeCommand } from './completion/command-tree.ts'
import { fishCompletion } from './completion/fish.ts'
import { zshCompletion } from './completion/zsh.ts'
import type { Io } from './io.ts'

const SHELLS: Readonly<Record<string, (tree: readonly TreeCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

const HELP = `
To load it in the current shell:
  bash  source <(npx --no-install central-api completion bash)
  zsh   source <(npx --no-install central-api completion zsh)
  fish  npx --no-install central-api completion fish | source

The script completes the command central-api. In the repository, define it first, as a function:
  bash, zsh  central-api() { npx --no-install central-api "$@"; }
  fish       function central-api; npx --no-install central-api $argv; end
`

export const registerCompletion = (command: Command, io: Io): void => {
  command
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .addHelpText('after', HELP)
    .action(async (shell: string) => {
      const tree = commandTree(command.parent ?? command, await readKnownWords(io))
      io.out(SHELLS[shell]?.(tree) ?? '')
    })
}

/** Platforms and their variants, those of the operator included, event types and error codes. */
const readKnownWords = async ({ environment }: Io): Promise<KnownWords> => {
  const { loadPlatforms } = await import('../platforms/load-platforms.ts')
  const { SUBSCRIBABLE_TYPES } = await import('../events/event-types.ts')
  const { platforms } = await loadPlatforms(SETTINGS.platforms.read(environment[SETTINGS.platforms.name] ?? ''))
  const ids = platforms.map(({ id }) => id)
  const variants = [...new Set(platforms.flatMap((each) => Object.keys(each.variants)))].sort()
  return {
    ...{ platform: ids, '--platform': ids, '--platforms': ['all', ...ids], '--variant': variants },
    ...{ '--types': ['all', ...SUBSCRIBABLE_TYPES], '--code': ERROR_CODES },
  }
}
