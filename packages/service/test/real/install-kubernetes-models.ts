// The API of Kubernetes as a package of the registry has it: JSON schemas compiled to functions, and types, both made of
// Kubernetes' own OpenAPI document. MIT.

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.ts'

const PACKAGE = 'kubernetes-models@5.1.0'
const CACHE = fileURLToPath(new URL('../../../../.cache/kubernetes-models', import.meta.url))

/** A folder whose node_modules has the package. Fetched once; there whole or not at all. */
export const installKubernetesModels = async (): Promise<string> => {
  if (existsSync(CACHE)) return CACHE
  mkdirSync(join(CACHE, '..'), { recursive: true })
  const building = mkdtempSync(`${CACHE}-`)
  try {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
    await runProgram('npm', ['install', ...options, '--prefix', building, PACKAGE])
    renameSync(building, CACHE)
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
  return CACHE
}
