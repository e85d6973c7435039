// The completion scripts in a real fish and a real zsh. fish completes lines itself. zsh completes only in an interactive terminal, so
// the functions that receive the candidates are replaced here.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { createTestCli } from '@central-api/testing/cli/fixture.ts'
import { installPackages } from './install-packages.ts'

const SHELLS = [
  { name: 'fish', packages: ['fish'], files: ['/usr/bin/fish'] },
  { name: 'zsh', packages: ['zsh'], files: ['/usr/bin/zsh'] },
] as const

const FISH = 'source $argv[1]; complete -C $argv[2] | string split -f 1 \\t; true'

const ZSH = `
compdef() { }
compset() { }
compadd() { shift; print -l -- "$@" }
_describe() { print -l -- "\${(@)\${(@P)2}%%:*}" }
_values() { shift 3; print -l -- "$@" }
_files() { print -l -- FILES }
_message() { }
source "$1"
words=(\${(s: :)2}); [[ $2 == *' ' ]] && words+=('')
CURRENT=\${#words}
_central_api
`

const COMMANDS = { fish: ['--no-config', '-c', FISH], zsh: ['-f', '-c', ZSH, 'zsh'] } as const

/** The line, and words that are among the candidates, and words that are not. */
const LINES: readonly (readonly [line: string, offered: readonly string[], other: readonly string[]])[] = [
  ['central-api ', ['serve', 'license', 'completion', 'help'], ['create', '--plan']],
  ['central-api license ', ['create', 'bulk', 'forget'], ['serve']],
  ['central-api license bulk ', ['suspend', 'change-plan'], ['create']],
  ['central-api license create --', ['--plan', '--mode', '--help'], ['--online']],
  ['central-api license create --mode ', ['live', 'test'], ['create', '--plan']],
  ['central-api license create --name x --mode ', ['live', 'test'], []],
  ['central-api scan ', ['mastodon', 'sandbox'], ['create']],
  ['central-api scan --variant posts ', ['mastodon'], ['posts']],
  ['central-api import --from ', ['edd', 'csv'], ['import']],
  ['central-api completion ', ['bash', 'zsh', 'fish'], []],
  ['central-api webhook create --types ', ['license.created', 'all'], []],
  ['central-api license create --name ', [], ['live', 'create', 'serve']],
]

for (const { name, packages, files } of SHELLS) {
  const missing = installPackages({ name, packages, files })
  test(`${name} completes commands, options and values`, { skip: missing }, async (context) => {
    const cli = await createTestCli(context)
    const script = cli.file('script')
    writeFileSync(script, (await cli.run('completion', name)).out)
    const complete = (line: string): readonly string[] => {
      const { stdout, stderr, status } = spawnSync(name, [...COMMANDS[name], script, line], {
        ...{ encoding: 'utf8', cwd: cli.folder },
        env: { PATH: process.env.PATH, HOME: cli.folder, XDG_CONFIG_HOME: cli.folder, LC_ALL: 'C.UTF-8' },
      })
      assert.deepEqual([status, stderr], [0, ''], line)
      return stdout.split('\n').filter((word) => word !== '')
    }
    for (const [line, offered, other] of LINES) {
      const found = complete(line)
      assert.deepEqual(
        [offered.filter((word) => !found.includes(word)), other.filter((word) => found.includes(word))],
        [[], []],
        `${line}: ${found.slice(0, 20).join(' ')}`,
      )
    }
    const [file] = complete('central-api restore scr')
    assert.equal(file, name === 'zsh' ? 'FILES' : 'script')
    for (const word of ['$(touch run)', '(touch run)', '`touch run`']) complete(`central-api ${word} `)
    assert.equal(existsSync(cli.file('run')), false)
  })
}
