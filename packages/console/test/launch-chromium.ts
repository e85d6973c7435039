// A browser for the tests: the machine's own Chromium. Where there is none it is installed, as root on Debian; anywhere else
// the tests say what they need.

import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const run = promisify(execFile)
const INSTALL_TIMEOUT_MS = 300_000

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'] as const

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const find = async (): Promise<string | undefined> => {
  for (const place of PLACES) {
    const isThere = await access(place).then(
      () => true,
      () => false,
    )
    if (isThere) return place
  }
  return undefined
}

const install = async (): Promise<void> => {
  const options = { timeout: INSTALL_TIMEOUT_MS, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  await run('apt-get', [...wait, 'update'], options)
  await run('apt-get', [...wait, 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], options)
}

/** Rejects with what to do where there is no Chromium and none can be installed. */
export const launchChromium = async (): Promise<Browser> => {
  const isDebianRoot = process.getuid?.() === 0 && process.platform === 'linux'
  if ((await find()) === undefined && isDebianRoot) await install()
  const executablePath = await find()
  if (executablePath === undefined) {
    throw new Error(`These tests need Chromium in one of ${PLACES.join(', ')}; on Debian: apt-get install chromium`)
  }
  return chromium.launch({ executablePath, args: FLAGS })
}
