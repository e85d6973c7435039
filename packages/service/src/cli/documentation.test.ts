import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Command } from 'commander'
import { createProgram } from './create-program.ts'
import type { Io } from './io.ts'

const PAGES = ['cli', 'cli-licenses', 'cli-store'].map(
  (name) => new URL(`../../../../docs/reference/${name}.md`, import.meta.url),
)

const readPages = async () => (await Promise.all(PAGES.map((page) => readFile(page, 'utf8')))).join('\n')

const io: Io = {
  environment: {},
  out: () => {},
  log: () => {},
  written: async () => {},
  err: () => {},
  isTerminal: false,
  isErrTerminal: false,
  columns: 100,
  userName: 'gardener',
  timeZone: 'UTC',
  now: () => 0,
  onSignal: () => {},
  onHangup: () => {},
  exit: () => {},
}

const names = (await createProgram(io, [])).commands.map((command) => command.name())
const program = await createProgram(io, names)

/** Each command without subcommands, with its full name. */
const leaves = (command: Command, path: readonly string[] = []): { name: string; command: Command }[] => {
  const name = [...path, command.name()]
  if (command.commands.length === 0) return [{ name: name.join(' '), command }]
  return command.commands.flatMap((child) => leaves(child, name))
}

test('the pages of the command line have a section for each command that names its options', async () => {
  const page = await readPages()
  const sections = page.split(/^(?=##)/m)
  const missing = leaves(program).flatMap(({ name, command }) => {
    const section = sections.find((each) => new RegExp(`${name}\\b`).test(each.split('\n')[0] ?? ''))
    if (section === undefined) return [name]
    const options = command.options
      .map(({ long }) => long)
      .filter((long) => long !== '--json' && !section.includes(`${long}`))
    return options.map((option) => `${name} ${option}`)
  })
  assert.deepEqual(missing, [])
})

test('the pages of the command line show only commands that exist', async () => {
  const page = await readPages()
  const known = leaves(program).map(({ name }) => name)
  const shown = page.match(/(?<=^\$ npx --no-install )central-api [a-z]+(?: [a-z]+)?(?: [a-z-]+)?/gm) ?? []
  assert.ok(shown.length >= 15)
  const unknown = shown.filter((command) => !known.some((name) => command === name || command.startsWith(`${name} `)))
  assert.deepEqual(unknown, [])
})

test('only the named commands are loaded, and all are listed', async () => {
  const { commands } = await createProgram(io, ['help', 'license'])
  assert.deepEqual(
    commands.map((command) => command.name()),
    names,
  )
  const loaded = commands.filter(({ commands: own, options }) => own.length + options.length > 0)
  assert.deepEqual(
    loaded.map((command) => command.name()),
    ['license'],
  )
})
