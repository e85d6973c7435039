// A browser for the tests: the machine's own Chromium, with fonts that draw letters and emoji alike on every machine. What is
// missing is installed, as root on Debian; anywhere else the tests say what they need.

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { installPackages, recordOf } from '../../service/test/real/install-packages.ts'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'] as const
const FONTS = ['fonts-dejavu-core', 'fonts-noto-color-emoji'] as const

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const find = (): string | undefined => PLACES.find((place) => existsSync(place))

/** Undefined when both are there; otherwise why they are not. A browser of the machine's own is left as it is. */
const install = (): string | undefined => {
  const browser = find() === undefined ? ['chromium'] : []
  const files = [...FONTS.map(recordOf), ...(browser.length > 0 ? [PLACES[0]] : [])]
  return installPackages({ name: 'Chromium with its fonts', packages: [...browser, ...FONTS], files })
}

/** Rejects with what to do where there is no Chromium and none can be installed. Fonts that cannot be installed are no reason. */
export const launchChromium = async (): Promise<Browser> => {
  const missing = install()
  const executablePath = find()
  if (executablePath === undefined) {
    throw new Error(`These tests need Chromium in one of ${PLACES.join(', ')}. ${missing}`)
  }
  return chromium.launch({ executablePath, args: FLAGS })
}
