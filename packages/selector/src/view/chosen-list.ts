// The ordered list of selected posts, which can be reordered with buttons or by dragging.

import type { ChosenPost } from '../choice.ts'
import { labelOf } from '../describe-post.ts'
import type { Say } from '../strings.ts'
import { ICONS, make, makeButton, makeIcon, setUsable } from './make.ts'

export type ChosenList = {
  readonly root: HTMLFieldSetElement
  show(chosen: readonly ChosenPost[]): void
}

export type ChosenListOptions = {
  readonly say: Say
  readonly move: (from: number, to: number) => void
  readonly remove: (index: number) => void
  /** Called when the last post is removed, to move the focus elsewhere. */
  readonly onEmpty: () => void
}

type Action = 'up' | 'down' | 'remove'
const ACTIONS = { up: 'moveUp', down: 'moveDown', remove: 'remove' } as const

export const createChosenList = ({ say, move, remove, onEmpty }: ChosenListOptions): ChosenList => {
  const legend = make('legend', { part: 'legend' }, say('chosenTitle'))
  const empty = make('p', { class: 'hint' }, say('chosenEmpty'))
  const list = make('ol', { class: 'chosen', part: 'chosen' })
  const root = make('fieldset', { class: 'choice' }, legend, empty, list)
  let dragged: number | undefined

  const focusAt = (index: number, action: Action): void => {
    list.children[index]?.querySelector<HTMLElement>(`[data-action=${action}]`)?.focus()
  }

  const actions: Readonly<Record<Action, (index: number) => void>> = {
    up: (index) => {
      move(index, index - 1)
      focusAt(index - 1, 'up')
    },
    down: (index) => {
      move(index, index + 1)
      focusAt(index + 1, 'down')
    },
    remove: (index) => {
      remove(index)
      if (list.children.length === 0) onEmpty()
      else focusAt(Math.min(index, list.children.length - 1), 'remove')
    },
  }

  const item = (post: ChosenPost, index: number, count: number): HTMLLIElement => {
    const label = labelOf(post, say)
    const button = (action: Action, isUsable: boolean) => {
      const attributes = { class: 'square', 'data-action': action, 'aria-label': say(ACTIONS[action], { post: label }) }
      const element = makeButton(attributes, () => actions[action](index), makeIcon(ICONS[action]))
      setUsable(element, isUsable)
      return element
    }
    const row = make(
      'li',
      { draggable: 'true', part: 'chosen-post' },
      make('span', { class: 'label', dir: 'auto' }, label),
      make(
        'span',
        { class: 'buttons' },
        button('up', index > 0),
        button('down', index < count - 1),
        button('remove', true),
      ),
    )
    row.addEventListener('dragstart', (event) => {
      dragged = index
      event.dataTransfer?.setData('text/plain', label)
    })
    row.addEventListener('dragover', (event) => {
      if (dragged !== undefined) event.preventDefault()
    })
    row.addEventListener('drop', (event) => {
      event.preventDefault()
      if (dragged !== undefined && dragged !== index) move(dragged, index)
      dragged = undefined
    })
    row.addEventListener('dragend', () => {
      dragged = undefined
    })
    return row
  }

  return {
    root,
    show(chosen) {
      empty.hidden = chosen.length > 0
      list.hidden = chosen.length === 0
      list.replaceChildren(...chosen.map((post, index) => item(post, index, chosen.length)))
    },
  }
}
