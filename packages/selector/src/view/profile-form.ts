// The form with which an editor adds a profile.

import type { Platform } from '../posts.ts'
import type { Say } from '../strings.ts'
import { make, makeButton } from './make.ts'

export type ProfileForm = {
  readonly root: HTMLFieldSetElement
  /** Without platforms, the form is hidden. */
  show(platforms: readonly Platform[]): void
}

export type ProfileFormOptions = {
  readonly say: Say
  readonly add: (platform: string, handle: string) => void
}

export const createProfileForm = ({ say, add }: ProfileFormOptions): ProfileForm => {
  let shown: readonly Platform[] = []
  const platform = make('select', { part: 'platform' })
  const handle = make('input', { type: 'text', part: 'handle', autocomplete: 'off', spellcheck: 'false', dir: 'auto' })

  const submit = (): void => {
    const name = handle.value.trim()
    if (name === '' || platform.value === '') handle.focus()
    else add(platform.value, name)
  }
  const showExample = (): void => {
    handle.placeholder = shown[platform.selectedIndex]?.handles?.[0] ?? ''
  }
  handle.addEventListener('keydown', (event) => {
    // During composition, Enter confirms the input of an input method.
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    submit()
  })
  platform.addEventListener('change', showExample)

  return {
    root: make(
      'fieldset',
      { class: 'tools', part: 'profile-form', hidden: true },
      make('legend', { class: 'unseen' }, say('addProfile')),
      make('label', { class: 'field' }, make('span', {}, say('platform')), platform),
      make('label', { class: 'field wide' }, make('span', {}, say('handle')), handle),
      makeButton({ part: 'add' }, submit, say('add')),
    ),
    show(platforms) {
      if (platforms === shown) return
      shown = platforms
      platform.replaceChildren(...platforms.map(({ id, name }) => make('option', { value: id }, name)))
      this.root.hidden = platforms.length === 0
      showExample()
    },
  }
}
