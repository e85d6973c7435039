// The area below the posts: number of posts, “Show more” button, and error messages.

import type { LoadFailure } from '../load-failure.ts'
import type { Say } from '../strings.ts'
import { make, makeButton, setUsable } from './make.ts'

export type FootState = {
  readonly isLoading: boolean
  readonly isDisabled: boolean
  readonly isWhole: boolean
  readonly failure: LoadFailure | undefined
  /** A hint beside the count, such as that there are no posts. */
  readonly note: string | undefined
  readonly status: string
}

export type Foot = {
  readonly root: HTMLElement
  show(state: FootState): void
  /** Announces a message to screen readers. */
  announce(sentence: string): void
  /** Focuses the status, when no other element can have the focus. */
  focus(): void
}

export type FootOptions = { readonly say: Say; readonly more: () => void }

export const createFoot = ({ say, more }: FootOptions): Foot => {
  const status = make('p', { class: 'status', part: 'status', role: 'status', tabindex: -1 })
  const announcement = make('p', { class: 'unseen', role: 'status' })
  const note = make('p', { class: 'note', part: 'note' })
  const alert = make('div', { class: 'alert', part: 'error', role: 'alert' })
  const button = makeButton({ class: 'more', part: 'more' }, more)
  let shown: LoadFailure | undefined

  const showFailure = (failure: LoadFailure | undefined): void => {
    if (failure === shown) return
    shown = failure
    alert.replaceChildren()
    if (failure === undefined) return
    const { sentence, code, requestId } = failure
    alert.append(make('p', {}, sentence ?? say.error(code)))
    if (requestId !== undefined) alert.append(make('p', { class: 'hint' }, say('request', { id: requestId })))
  }

  const labelOfButton = ({ isLoading, failure }: FootState): string =>
    isLoading ? say('loading') : say(failure === undefined ? 'more' : 'retry')

  return {
    root: make('div', { class: 'below' }, note, alert, make('div', { class: 'row' }, status, button), announcement),
    show(state) {
      showFailure(state.failure)
      note.textContent = state.note ?? ''
      note.hidden = state.note === undefined
      button.textContent = labelOfButton(state)
      button.hidden = state.isWhole && state.failure === undefined
      setUsable(button, !state.isLoading && !state.isDisabled)
      if (status.textContent !== state.status) status.textContent = state.status
    },
    announce(sentence) {
      // A new element each time, so that the same message is announced again.
      announcement.replaceChildren(make('span', {}, sentence))
    },
    focus() {
      status.focus()
    },
  }
}
