// The tree of commands as shells need it to complete a line: for each command its subcommands, options and values.

import type { Argument, Command, Option } from 'commander'

/** What may follow: one of some words, a comma-separated list of them, a file, or a text of any kind. */
export type Values = { readonly kind: 'word' | 'list' | 'file' | 'text'; readonly words: readonly string[] }

export type TreeOption = {
  /** `--plan`, or `-h` and `--help`. */
  readonly flags: readonly string[]
  readonly description: string
  /** undefined if the option has no value. */
  readonly value: Values | undefined
}

export type TreeCommand = {
  /** The words after the program: `license create`; empty for the program itself. */
  readonly path: string
  readonly subcommands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly TreeOption[]
  /** The values of the arguments, in order. */
  readonly arguments: readonly Values[]
}

/** Words that commander does not know, by the name of an argument or an option. */
export type KnownWords = Readonly<Record<string, readonly string[]>>

const FILES: ReadonlySet<string> = new Set(['file', 'path'])
/** The placeholders of options that take comma-separated lists. */
const LISTS: ReadonlySet<string> = new Set(['ids', 'types'])

const valuesOf = (
  name: string,
  placeholder: string,
  choices: readonly string[] | undefined,
  known: KnownWords,
): Values => {
  const words = choices ?? (Object.hasOwn(known, name) ? known[name] : undefined)
  if (words !== undefined) return { kind: LISTS.has(placeholder) ? 'list' : 'word', words }
  return { kind: FILES.has(placeholder) ? 'file' : 'text', words: [] }
}

const placeholderOf = ({ flags }: Option): string => /[<[]([\w=-]+)/.exec(flags)?.[1] ?? ''

const toOption = (option: Option, known: KnownWords): TreeOption => {
  const { short, long, description, argChoices } = option
  const placeholder = placeholderOf(option)
  return {
    flags: [short, long].filter((flag) => flag != null),
    description,
    value: placeholder === '' ? undefined : valuesOf(long ?? '', placeholder, argChoices, known),
  }
}

const toArgument = (argument: Argument, known: KnownWords): Values =>
  valuesOf(argument.name(), argument.name(), argument.argChoices, known)

/** Every command below and including this one. */
export const commandTree = (command: Command, known: KnownWords, path = ''): readonly TreeCommand[] => {
  const help = command.createHelp()
  const subcommands = help
    .visibleCommands(command)
    .map((each) => ({ name: each.name(), description: each.description() }))
  const own: TreeCommand = {
    path,
    subcommands,
    options: help.visibleOptions(command).map((option) => toOption(option, known)),
    arguments: command.registeredArguments.map((argument) => toArgument(argument, known)),
  }
  const below = (name: string) => (path === '' ? name : `${path} ${name}`)
  const topics: TreeCommand = {
    path: below('help'),
    subcommands: [],
    options: [],
    arguments: [{ kind: 'word', words: subcommands.map(({ name }) => name).filter((name) => name !== 'help') }],
  }
  return [
    own,
    ...(subcommands.some(({ name }) => name === 'help') ? [topics] : []),
    ...command.commands.flatMap((child) => commandTree(child, known, below(child.name()))),
  ]
}
