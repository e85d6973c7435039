// The completion script for fish.

import type { TreeCommand, Values } from './command-tree.ts'

/** Quotes a text for fish, whose single quotes know only these two escapes. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const ARGUMENTS: Readonly<Record<Values['kind'], (words: readonly string[]) => string>> = {
  word: (words) => `-x -a ${quoted(words.join(' '))}`,
  list: (words) => `-x -a ${quoted(`(__central_api_list ${words.join(' ')})`)}`,
  file: () => '-r -F',
  text: () => '-x',
}

const flagOf = (flag: string): string => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)

export const fishCompletion = (tree: readonly TreeCommand[]): string => {
  const at = (path: string) => `complete -c central-api -n ${quoted(`__central_api_at ${quoted(path)}`)}`
  const place = (path: string, n: number) =>
    `complete -c central-api -n ${quoted(`__central_api_at ${quoted(path)} ${n}`)}`
  const lines = tree.flatMap(({ path, subcommands, options, arguments: all }) => [
    ...subcommands.map(({ name, description }) => `${at(path)} -f -a ${name} -d ${quoted(description)}`),
    ...options.map(({ flags, description, value }) => {
      const takes = value === undefined ? '-f' : ARGUMENTS[value.kind](value.words)
      return `${at(path)} ${flags.map(flagOf).join(' ')} ${takes} -d ${quoted(description)}`
    }),
    ...all.flatMap((value, n) =>
      value.kind === 'text' ? [] : [`${place(path, n)} ${ARGUMENTS[value.kind](value.words)}`],
    ),
  ])
  const paths = tree.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  const withValue = tree.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) => (value ? flags.map((flag) => quoted(`${path} ${flag}`)) : [])),
  )
  return `# Completion of central-api for fish. To load it in this shell:
#   npx --no-install central-api completion fish | source

# Whether the line is at this command, and at this argument of it.
function __central_api_at
  set -l here ''
  set -l place 0
  set -l skips 0
  for word in (commandline -opc)[2..-1]
    if test $skips = 1
      set skips 0
      continue
    end
    if string match -q -- '-*' $word
      if contains -- "$here $word" ${withValue.join(' ')}
        set skips 1
      end
      continue
    end
    set -l next (string trim -- "$here $word")
    if contains -- $next ${paths.join(' ')}
      set here $next
    else
      set place (math $place + 1)
    end
  end
  test "$here" = "$argv[1]"; or return 1
  test (count $argv) = 1; and return 0
  test $place = $argv[2]
end

# A comma-separated list: completes what follows the last comma.
function __central_api_list
  set -l before (string match -r -- '.*,' (commandline -ct); or echo)
  for word in $argv
    echo $before$word
  end
end

complete -c central-api -f
${lines.join('\n')}
`
}
