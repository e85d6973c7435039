// The completion script for bash 3.2 and later.

import type { TreeCommand, Values } from './command-tree.ts'

/** Quotes a text for a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const row = (pattern: string, statement: string): string => `    ${pattern}) ${statement} ;;\n`

const reply = ({ kind, words }: Values): string =>
  kind === 'file' ? '_central_api_files' : `_central_api_${kind}s ${quoted(words.join(' '))}`

const hasReply = (value: Values | undefined): value is Values => value !== undefined && value.kind !== 'text'

export const bashCompletion = (tree: readonly TreeCommand[]): string => {
  const paths = tree.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  const withValue = tree.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) => (value ? flags.map((flag) => quoted(`${path} ${flag}`)) : [])),
  )
  const values = tree.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) =>
      hasReply(value) ? [row(flags.map((flag) => quoted(`${path} ${flag}`)).join('|'), `${reply(value)}; return`)] : [],
    ),
  )
  const places = tree.flatMap(({ path, arguments: all }) =>
    all.flatMap((value, at) => (hasReply(value) ? [row(quoted(`${path} ${at}`), reply(value))] : [])),
  )
  const words = tree.map(({ path, subcommands, options }) => {
    const flags = options.flatMap((option) => option.flags)
    return row(
      quoted(path),
      `commands=${quoted(subcommands.map(({ name }) => name).join(' '))} flags=${quoted(flags.join(' '))}`,
    )
  })
  return `# Completion of central-api for bash. To load it in this shell:
#   source <(npx --no-install central-api completion bash)

_central_api_words() { COMPREPLY+=($(compgen -W "$1" -- "$current")); }

# A comma-separated list: completes what follows the last comma.
_central_api_lists() {
  local before=''
  [[ $current == *,* ]] && before="\${current%,*},"
  COMPREPLY+=($(compgen -P "$before" -W "$1" -- "\${current##*,}"))
}

_central_api_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY+=($(compgen -f -- "$current"))
}

_central_api() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' option='' word next commands='' flags=''
  local -i at place=0
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    # Bash splits --name=value into three words.
    [[ $word == '=' ]] && continue
    if [[ -n $option ]]; then option=''; continue; fi
    if [[ $word == -* ]]; then
      case "$path $word" in
    ${withValue.join('|')}) option="$word" ;;
      esac
      continue
    fi
    next="\${path:+$path }$word"
    case "$next" in
    ${paths.join('|')}) path="$next" ;;
    *) place+=1 ;;
    esac
  done
  [[ $current == '=' ]] && current=''
  if [[ -n $option ]]; then
    case "$path $option" in
${values.join('')}    esac
    return
  fi
  case "$path" in
${words.join('')}  esac
  if [[ $current == -* ]]; then
    _central_api_words "$flags"
    return
  fi
  _central_api_words "$commands"
  case "$path $place" in
${places.join('')}  esac
}

complete -F _central_api central-api
`
}
