// Installs the Kubernetes API as an npm package: JSON schemas compiled to functions, and types, both generated from
// Kubernetes' own OpenAPI document. MIT.

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.ts'

const PACKAGE = 'kubernetes-models@5.1.0'
const CACHE = fileURLToPath(new URL('../../../../.cache/kubernetes-models', import.meta.url))

/** A folder with the package in its node_modules. Downloaded once, completely or not at all. */
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
