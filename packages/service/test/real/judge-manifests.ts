// Checks manifests like an API server, a node and a strict namespace: schema, unknown fields, duplicate keys and names, broken
// references, images, and pod security.

import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { podSecurityProblems } from '../pod-security.ts'
import { runProgram } from './run-program.ts'

type Values = Readonly<Record<string, unknown>>
type Named = { readonly name: string }

export type Manifest = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels?: Values; readonly annotations?: Values }
  readonly spec: Values
}

type Container = {
  readonly image: string
  readonly env: readonly Named[]
  readonly volumeMounts: readonly (Named & { readonly mountPath: string })[]
  readonly ports: readonly Named[]
}
type Deployment = {
  readonly selector: { readonly matchLabels: Values }
  readonly template: {
    readonly metadata: { readonly labels: Values }
    readonly spec: {
      readonly containers: readonly Container[]
      readonly volumes: readonly (Named & { readonly configMap?: Named })[]
    }
  }
}

/**
 * Reads YAML like Kubernetes: version 1.1, in which `on` is not a string. Throws if a mapping has a duplicate key (YAML 1.2.2,
 * section 3.2.1.1).
 */
export const readManifests = (text: string): readonly Manifest[] =>
  parseAllDocuments(text, { uniqueKeys: true, version: '1.1' }).flatMap((document) => {
    const [error] = document.errors
    if (error !== undefined) throw error
    return (document.toJS() as Manifest | null) ?? []
  })

/** The group in `kubernetes-models`. The core group is only a version. */
const moduleOf = ({ apiVersion, kind }: Manifest): string => `kubernetes-models/${apiVersion}/${kind}`

const twice = (values: readonly string[]): readonly string[] =>
  values.filter((value, at) => values.indexOf(value) !== at)

/** RFC 1123, with the restrictions of the API. */
const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/
/** https://github.com/distribution/reference/blob/main/reference.go */
const PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'
const IMAGE = new RegExp(
  `^(?:(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:]+\\])(?::\\d+)?/)?${PART}(?:/${PART})*(?::[\\w][\\w.-]{0,127})?(?:@sha256:[0-9a-f]{64}|@sha512:[0-9a-f]{128})?$`,
)

const isText = (value: unknown): value is string => typeof value === 'string'

const metadataProblems = ({ kind, metadata }: Manifest): readonly string[] => {
  const { name, labels = {}, annotations = {} } = metadata
  return [
    ...(DNS_LABEL.test(name) && (kind !== 'Service' || /^[a-z]/.test(name)) ? [] : [`the name ${name}`]),
    ...Object.entries(labels).flatMap(([key, value]) =>
      isText(value) && LABEL_VALUE.test(value) ? [] : [`the label ${key}: ${JSON.stringify(value)}`],
    ),
    ...Object.entries(annotations).flatMap(([key, value]) =>
      isText(value) ? [] : [`the annotation ${key}: ${JSON.stringify(value)}`],
    ),
  ]
}

const podProblems = ({ selector, template }: Deployment, names: ReadonlySet<string>): readonly string[] => {
  const { containers, volumes } = template.spec
  const volumeNames = volumes.map(({ name }) => name)
  const labels = Object.entries(selector.matchLabels)
  return [
    ...podSecurityProblems(template.spec),
    ...labels.filter(([key, value]) => template.metadata.labels[key] !== value).map(([key]) => `selects by ${key}`),
    ...twice(volumeNames).map((name) => `two volumes ${name}`),
    ...volumes.flatMap(({ configMap }) =>
      configMap === undefined || names.has(configMap.name) ? [] : [`no ConfigMap ${configMap.name}`],
    ),
    ...containers.flatMap(({ image, env, volumeMounts }) => [
      ...(IMAGE.test(image) ? [] : [`the image ${image}`]),
      ...twice(env.map(({ name }) => name)).map((name) => `two variables ${name}`),
      ...twice(volumeMounts.map(({ mountPath }) => mountPath)).map((path) => `two mounts at ${path}`),
      ...volumeMounts.flatMap(({ name }) => (volumeNames.includes(name) ? [] : [`no volume ${name}`])),
    ]),
  ]
}

type Model = new (values: unknown) => { validate(): void }

const schemaProblems = async (manifest: Manifest, models: string): Promise<readonly string[]> => {
  const file = join(models, 'node_modules', `${moduleOf(manifest)}.js`)
  const loaded = (await import(pathToFileURL(file).href)) as Readonly<Record<string, Model>>
  const KindModel = loaded[manifest.kind]
  if (KindModel === undefined) return ['a kind that nobody knows']
  try {
    new KindModel(manifest).validate()
    return []
  } catch (error) {
    return [`schema: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** The problems of manifests that are applied together. `external`: existing ConfigMaps. */
export const judgeManifests = async (
  manifests: readonly Manifest[],
  models: string,
  external: readonly string[] = [],
): Promise<readonly string[]> => {
  const ids = manifests.map(({ kind, metadata: { name } }) => `${kind}/${name}`)
  const configMaps = new Set([
    ...manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata: { name } }) => name),
    ...external,
  ])
  const problems = await Promise.all(
    manifests.map(async (manifest, at) => {
      const found = [
        ...(await schemaProblems(manifest, models)),
        ...metadataProblems(manifest),
        ...(manifest.kind === 'Deployment' ? podProblems(manifest.spec as Deployment, configMaps) : []),
      ]
      return found.map((problem) => `${ids[at]}: ${problem}`)
    }),
  )
  return [...twice(ids).map((id) => `${id} stands twice`), ...problems.flat()]
}

const TYPE_SCRIPT = fileURLToPath(new URL('../../../../node_modules/.bin/tsc', import.meta.url))

/** Rejects with the compiler's message if a manifest has an unknown field or lacks a required one. */
export const requireKnownFields = async (manifests: readonly Manifest[], models: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-manifests-'))
  try {
    const modules = [...new Set(manifests.map(moduleOf))]
    const imports = modules.map((name, at) => `import type { I${name.split('/').at(-1)} as T${at} } from '${name}'`)
    const values = manifests.map(
      (manifest, at) =>
        `export const m${at}: T${modules.indexOf(moduleOf(manifest))} = ${JSON.stringify(manifest, null, 1)}`,
    )
    await symlink(join(models, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'manifests.ts'), [...imports, ...values, ''].join('\n'))
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', '--ignoreConfig']
    await runProgram(TYPE_SCRIPT, [...options, 'manifests.ts'], { cwd: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
