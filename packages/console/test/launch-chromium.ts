// Launches the installed Chromium, with fonts that look the same on every machine. Installs what is missing as root on Debian;
// elsewhere the error says what is needed.

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { installPackages, recordOf } from '../../service/test/real/install-packages.ts'

/** The same engine without windows, which takes half as long. */
const SHELL = { package: 'chromium-headless-shell', place: '/usr/bin/chromium-headless-shell' } as const
/** What runs the tests where the shell cannot be installed. */
const PLACES = [SHELL.place, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'] as const
/** The extra package has the italics of DejaVu. */
const FONTS = ['fonts-dejavu-core', 'fonts-dejavu-extra', 'fonts-noto-color-emoji'] as const

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

/** Installs the browser and the fonts. Returns the reason if that fails. */
const install = (): string | undefined =>
  installPackages({
    name: 'Chromium with its fonts',
    packages: [SHELL.package, ...FONTS],
    files: [SHELL.place, ...FONTS.map(recordOf)],
  })

/** Rejects if there is no Chromium and it cannot be installed. Missing fonts are ignored. `flags`: more options of its command. */
export const launchChromium = async (flags: readonly string[] = []): Promise<Browser> => {
  const missing = install()
  const executablePath = find()
  if (executablePath === undefined) {
    throw new Error(`These tests need Chromium in one of ${PLACES.join(', ')}. ${missing}`)
  }
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] })
}
