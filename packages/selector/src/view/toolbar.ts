// The profile menu and the filter.

import { type Filter, isFiltering, NO_FILTER } from '../filter.ts'
import type { Say } from '../strings.ts'
import { make, makeButton } from './make.ts'

export type Toolbar = {
  readonly root: HTMLFieldSetElement
  /** Hides the menu for a single profile. */
  showProfiles(names: readonly string[], current: number): void
  /** Kinds of the loaded posts. */
  showKinds(kinds: readonly string[]): void
}

export type ToolbarOptions = {
  readonly say: Say
  readonly filter: (filter: Filter) => void
  readonly open: (profile: number) => void
}

const field = (label: string, control: HTMLElement, more = ''): HTMLLabelElement =>
  make('label', { class: `field ${more}` }, make('span', {}, label), control)

/** Keeps unchanged options, because replacing them would close an open menu. */
const setOptions = (select: HTMLSelectElement, values: readonly string[], textOf: (value: string) => string): void => {
  const shown = [...select.options].map(({ value }) => value)
  if (JSON.stringify(shown) === JSON.stringify(values)) return
  select.replaceChildren(...values.map((value) => make('option', { value }, textOf(value))))
}

export const createToolbar = ({ say, filter, open }: ToolbarOptions): Toolbar => {
  const profile = make('select', { part: 'profile' })
  const search = make('input', { type: 'search', part: 'search', autocomplete: 'off' })
  const kind = make('select', { part: 'kind-filter' })
  const from = make('input', { type: 'date', part: 'date-filter' })
  const until = make('input', { type: 'date', part: 'date-filter' })
  const controls = { search, kind, from, until }
  const profileField = field(say('profile'), profile, 'wide')

  const read = (): Filter => ({ search: search.value, kind: kind.value, from: from.value, until: until.value })
  const applyFilter = (): void => {
    const current = read()
    clear.hidden = !isFiltering(current)
    filter(current)
  }
  const clear = makeButton(
    { class: 'plain', hidden: true },
    () => {
      for (const name of Object.keys(controls) as (keyof Filter)[]) controls[name].value = NO_FILTER[name]
      applyFilter()
      search.focus()
    },
    say('clear'),
  )
  for (const control of Object.values(controls)) control.addEventListener('input', applyFilter)
  profile.addEventListener('change', () => open(profile.selectedIndex))

  return {
    root: make(
      'fieldset',
      { class: 'tools', part: 'tools' },
      make('legend', { class: 'unseen' }, say('filter')),
      profileField,
      field(say('search'), search, 'wide'),
      field(say('kind'), kind),
      field(say('from'), from),
      field(say('until'), until),
      clear,
    ),
    showProfiles(names, current) {
      setOptions(profile, names, (name) => name)
      profile.selectedIndex = current
      profileField.hidden = names.length < (current < 0 ? 1 : 2)
    },
    showKinds(kinds) {
      const { value } = kind
      const all = ['', ...(value === '' || kinds.includes(value) ? kinds : [...kinds, value])]
      setOptions(kind, all, (each) => (each === '' ? say('allKinds') : say.kind(each)))
      kind.value = value
    },
  }
}
