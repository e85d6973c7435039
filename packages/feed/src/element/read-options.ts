// The attributes of <central-feed> as options of renderFeed(). Values may be invalid; the renderer replaces those.

import type { DesignOptions, Part } from '../render/design.ts'
import type { Language } from '../render/environment.ts'
import type { OwnWords } from '../render/words.ts'

const TEXTS = ['layout', 'ratio', 'gap', 'corner', 'shadow', 'hover'] as const
const NUMBERS = ['columns', 'tablet', 'phone', 'lines'] as const

/** Attributes that change what is rendered. */
export const RENDERED = [
  ...[...TEXTS, ...NUMBERS, 'without', 'look', 'words', 'locale', 'time-zone', 'platform', 'more', 'button-class'],
]

const readWords = (text: string | null): OwnWords => {
  try {
    return Object(JSON.parse(text ?? '{}')) as OwnWords
  } catch {
    return {}
  }
}

const localeOf = (element: HTMLElement): string | undefined =>
  element.getAttribute('locale') ?? (element.closest<HTMLElement>('[lang]')?.lang || undefined)

export const readOptions = (element: HTMLElement) => {
  const of = (name: string): string | undefined => element.getAttribute(name) ?? undefined
  const read = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, of(name)]))
  const without = (of('without') ?? '').split(/[\s,]+/).filter((part) => part !== '')
  return {
    ...(read([...TEXTS, ...NUMBERS]) as DesignOptions),
    without: without as readonly string[] as readonly Part[],
    ...({
      locale: localeOf(element),
      timeZone: of('time-zone'),
      words: readWords(of('words') ?? null),
    } satisfies Language),
    ...{ platform: of('platform'), buttonClass: of('button-class') },
    ...(of('more') !== undefined && { more: of('more') }),
  }
}
