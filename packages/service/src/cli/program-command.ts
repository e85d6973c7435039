// A command whose usage errors say what is wrong, what was probably meant, and where the help is. Commander alone ignores a misspelled
// option while a required one is missing.

import { Command, InvalidArgumentError, type Option, type ParseOptionsResult } from 'commander'
import { closest, didYouMean, question } from '../parsing/did-you-mean.ts'

const PROGRAM = 'npx --no-install central-api'
const HELP_FLAGS: ReadonlySet<string> = new Set(['-h', '--help'])

type Rewrite = readonly [pattern: RegExp, text: string]

/** Commander's messages → ours. Later rows apply to the result of earlier ones. */
const REWRITES: readonly Rewrite[] = [
  [/^error: /, ''],
  [/\n\(Did you mean (?:one of )?(.+)\?\)$/s, '. Did you mean $1?'],
  [/^unknown (command|option) '(.*?)'/s, 'Unknown $1 $2'],
  [/Allowed choices are (.+)\.$/, 'Choices: $1.'],
  [/^missing required argument '(.+)'$/, 'Missing argument <$1>'],
  [/^required option '(.+)' not specified$/, 'Missing option $1'],
  [/^option '(.+)' argument missing$/, 'Missing value: $1'],
  [/^option '(?:-\w, )?(--[\w-]+).*?' argument '(.*)' is invalid\. /s, 'Invalid value for $1: $2. '],
  [/^command-argument value '(.*)' is invalid for argument '(.+?)'\. /s, 'Invalid value for <$2>: $1. '],
  [
    /^too many arguments(?: for '.+?')?\. Expected (\d+) arguments? but got (\d+): (.*)\.$/s,
    'Too many arguments: $3. Expected $1, got $2',
  ],
]

const rewritten = (message: string): string => {
  const text = REWRITES.reduce((before, [pattern, replacement]) => before.replace(pattern, replacement), message)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** How to call the command: `npx --no-install central-api license create`. */
const callOf = (command: Command): string => (command.parent ? `${callOf(command.parent)} ${command.name()}` : PROGRAM)

export class ProgramCommand extends Command {
  override createCommand(name?: string): ProgramCommand {
    return new ProgramCommand(name)
  }

  override addOption(option: Option): this {
    const { argChoices } = option
    if (argChoices !== undefined) {
      option.argParser((value) => {
        if (argChoices.includes(value)) return value
        throw new InvalidArgumentError(`Choices: ${argChoices.join(', ')}.${didYouMean(value, argChoices)}`)
      })
    }
    return super.addOption(option)
  }

  override parseOptions(argv: string[]): ParseOptionsResult {
    const parsed = super.parseOptions(argv)
    const [unknown] = parsed.unknown
    const asksForHelp = parsed.unknown.some((word) => HELP_FLAGS.has(word))
    if (unknown !== undefined && this.commands.length === 0 && !asksForHelp) this.#refuseOption(unknown)
    return parsed
  }

  /** Ends with an error if the arguments ask for help about a command that does not exist. */
  requireHelpTopic(args: readonly string[]): void {
    const [word = '', next] = args
    if (word === 'help' && next !== undefined) {
      const names = this.commands.map((command) => command.name())
      if (next !== 'help' && !names.includes(next))
        this.error(`error: unknown command '${next}'.${didYouMean(next, names)}`)
      return
    }
    const command = this.commands.find((each) => each.name() === word)
    if (command instanceof ProgramCommand) command.requireHelpTopic(args.slice(1))
  }

  override error(message: string, options?: Parameters<Command['error']>[1]): never {
    const text = rewritten(message).replace(/(?<![.?])$/, '.')
    const kind = this.commands.length === 0 ? 'its usage' : 'a list of commands'
    return super.error(`central-api: ${text}\n  Run ${callOf(this)} --help for ${kind}.`, options)
  }

  #refuseOption(written: string): never {
    // `--name=value`
    const [flag = written] = written.split('=', 1)
    const flags = this.createHelp()
      .visibleOptions(this)
      .flatMap(({ long }) => (long == null ? [] : [long]))
    const names = flags.map((each) => each.slice(2))
    const meant = flag.startsWith('--') ? closest(flag.slice(2), names).map((name) => `--${name}`) : []
    return this.error(`error: unknown option '${flag}'. ${question(meant)}`.trimEnd(), {
      code: 'commander.unknownOption',
    })
  }
}
