// Colors on terminals, unless NO_COLOR is set (no-color.org). Other output has none.

import { styleText } from 'node:util'
import type { Io } from '../io.ts'

const STYLES = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const

export type Style = Readonly<Record<(typeof STYLES)[number], (text: string) => string>>

export const styleFor = ({ isTerminal, environment }: Pick<Io, 'isTerminal' | 'environment'>): Style => {
  const isColored = isTerminal && !environment.NO_COLOR && environment.TERM !== 'dumb'
  const paint = (name: (typeof STYLES)[number]) => (text: string) =>
    isColored ? styleText(name, text, { validateStream: false }) : text
  return Object.fromEntries(STYLES.map((name) => [name, paint(name)])) as Style
}
