// Builds dist/ of the package in the current folder: JavaScript with types. `npm pack` runs it.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const PACKAGE = process.cwd()
const DIST = join(PACKAGE, 'dist')

/** An import specifier of the package's own files, in a declaration file. */
const SPECIFIER = /(?<=(?:from|import\() ?')(\.{1,2}\/[\w./-]+)\.ts(?=')/g

const compile = (): void => {
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
  const args = [join(typescript, 'bin/tsc'), '-p', join(PACKAGE, 'tsconfig.build.json')]
  execFileSync(process.execPath, args, { stdio: 'inherit' })
}

/** The compiler rewrites specifiers only in JavaScript, and older compilers reject those that end with `.ts`. */
const rewriteDeclarations = (): void => {
  for (const file of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const path = join(DIST, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(SPECIFIER, '$1.js'))
  }
}

rmSync(DIST, { recursive: true, force: true })
compile()
rewriteDeclarations()
