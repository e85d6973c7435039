// The form with which an editor adds anything that a text names: a profile, a hashtag, a playlist, a feed.

import { type LoadFailure, readFailure } from '../load-failure.ts'
import type { Match, Recognized } from '../recognizer.ts'
import type { Say } from '../strings.ts'
import { make, makeButton, setUsable } from './make.ts'

export type RecognizeForm = {
  readonly root: HTMLFieldSetElement
  show(isShown: boolean): void
}

export type RecognizeFormOptions = {
  readonly say: Say
  /** Rejects with a LoadError. */
  readonly recognize: (text: string) => Promise<Recognized>
  readonly add: (match: Match) => void
}

/** States in which a scan always fails → the code of the error. */
const UNUSABLE: Readonly<Record<string, string>> = {
  not_configured: 'platform_not_configured',
  not_in_plan: 'platform_not_in_plan',
}

const isUsable = ({ state }: Match): boolean => !Object.hasOwn(UNUSABLE, state)

export const createRecognizeForm = ({ say, recognize, add }: RecognizeFormOptions): RecognizeForm => {
  let matches: readonly Match[] = []
  /** The text that `matches` are of. */
  let recognized = ''
  let isBusy = false
  const field = make('input', { type: 'text', part: 'handle', autocomplete: 'off', spellcheck: 'false', dir: 'auto' })
  field.placeholder = say('anythingExample')
  const which = make('select', { part: 'platform' })
  const choice = make('label', { class: 'field', hidden: true }, make('span', {}, say('which')), which)
  const alert = make('div', { class: 'alert', part: 'error', role: 'alert' })

  const complain = (sentence: string | undefined): void => {
    alert.replaceChildren(...(sentence === undefined ? [] : [make('p', {}, sentence)]))
  }
  const sentenceFor = ({ sentence, code }: LoadFailure): string => sentence ?? say.error(code)

  const showMatches = (found: readonly Match[]): void => {
    matches = found
    which.replaceChildren(...found.map(({ name }, at) => make('option', { value: at }, name)))
    choice.hidden = found.length < 2
  }

  const sayWhyNot = ({ matches: found, unsupported }: Recognized): string => {
    const code = UNUSABLE[found[0]?.state ?? '']
    return code === undefined ? (unsupported[0]?.says ?? say('unrecognized')) : say.error(code)
  }

  const take = (): void => {
    const match = matches[Number(which.value)] ?? matches[0]
    if (match !== undefined) add(match)
  }

  const submit = async (): Promise<void> => {
    const text = field.value.trim()
    if (text === '' || isBusy) return field.focus()
    if (text === recognized && matches.length > 0) return take()
    isBusy = true
    setUsable(button, false)
    complain(undefined)
    try {
      const found = await recognize(text)
      // The editor has typed on meanwhile.
      if (field.value.trim() !== text) return
      recognized = text
      showMatches(found.matches.filter(isUsable))
      if (matches.length === 0) complain(sayWhyNot(found))
      else if (matches.length === 1) take()
      else which.focus()
    } catch (thrown) {
      complain(sentenceFor(readFailure(thrown)))
    } finally {
      isBusy = false
      setUsable(button, true)
    }
  }
  const button = makeButton({ part: 'add' }, () => void submit(), say('add'))

  const onEnter = (event: KeyboardEvent): void => {
    // During composition, Enter confirms the input of an input method.
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    void submit()
  }
  field.addEventListener('keydown', onEnter)
  field.addEventListener('input', () => {
    if (field.value.trim() !== recognized) showMatches([])
    complain(undefined)
  })

  return {
    root: make(
      'fieldset',
      { class: 'tools', part: 'profile-form', hidden: true },
      make('legend', { class: 'unseen' }, say('addProfile')),
      make('label', { class: 'field wide' }, make('span', {}, say('anything')), field),
      choice,
      button,
      alert,
    ),
    show(isShown) {
      this.root.hidden = !isShown
    },
  }
}
