// The completion script for zsh.

import { quoted } from './bash.ts'
import type { TreeCommand, Values } from './command-tree.ts'

const row = (pattern: string, statement: string): string => `    ${pattern}) ${statement} ;;\n`

const list = (words: readonly string[]): string => words.map(quoted).join(' ')

const REPLIES: Readonly<Record<Values['kind'], (words: readonly string[]) => string>> = {
  word: (words) => `compadd -- ${list(words)}`,
  list: (words) => `_values -s , word ${list(words)}`,
  file: () => '_files',
  text: () => '_message text',
}

const reply = ({ kind, words }: Values): string => REPLIES[kind](words)

/** A word with its description, for _describe. */
const described = (word: string, description: string): string => quoted(`${word.replaceAll(':', '\\:')}:${description}`)

export const zshCompletion = (tree: readonly TreeCommand[]): string => {
  const paths = tree.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  const values = tree.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) =>
      value ? [row(flags.map((flag) => quoted(`${path} ${flag}`)).join('|'), reply(value))] : [],
    ),
  )
  const withValue = tree.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) => (value ? flags.map((flag) => quoted(`${path} ${flag}`)) : [])),
  )
  const places = tree.flatMap(({ path, arguments: all }) =>
    all.map((value, at) => row(quoted(`${path} ${at}`), reply(value))),
  )
  const words = tree.map(({ path, subcommands, options }) => {
    const commands = subcommands.map(({ name, description }) => described(name, description))
    const flags = options.flatMap((option) => option.flags.map((flag) => described(flag, option.description)))
    return row(quoted(path), `commands=(${commands.join(' ')}) flags=(${flags.join(' ')})`)
  })
  return `#compdef central-api
# Completion of central-api for zsh. To load it in this shell:
#   source <(npx --no-install central-api completion zsh)

_central_api() {
  local here='' option='' word next current="\${words[CURRENT]}"
  local -a commands flags
  local -i at place=0
  for ((at = 2; at < CURRENT; at++)); do
    word="\${words[at]}"
    if [[ -n $option ]]; then option=''; continue; fi
    if [[ $word == -* ]]; then
      case "$here $word" in
    ${withValue.join('|')}) option="$word" ;;
      esac
      continue
    fi
    next="\${here:+$here }$word"
    case "$next" in
    ${paths.join('|')}) here="$next" ;;
    *) place+=1 ;;
    esac
  done
  if [[ -z $option && $current == --*=* ]]; then
    option="\${current%%=*}"
    compset -P 1 '*='
  fi
  if [[ -n $option ]]; then
    case "$here $option" in
${values.join('')}    esac
    return
  fi
  case "$here" in
${words.join('')}  esac
  if [[ $current == -* ]]; then
    _describe option flags
    return
  fi
  (( $#commands )) && _describe command commands
  case "$here $place" in
${places.join('')}  esac
}

if [[ -n $funcstack[1] && $funcstack[1] == _central_api ]]; then
  _central_api "$@"
else
  compdef _central_api central-api
fi
`
}
