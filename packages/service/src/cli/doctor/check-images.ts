// Checks whether images can be rendered and kept, if the service serves them (`MEDIA=proxy`).

import type { Config } from '../../config/read-config.ts'
import { rendersOf } from '../../config/renders-of.ts'
import type { Bucket } from '../../media/home/bucket-url.ts'
import { createDiskHome } from '../../media/home/disk-home.ts'
import { mediaFolder } from '../../media/media-folder.ts'
import { createRenderProcess, type RenderProcessOptions } from '../../media/rendering/render-process.ts'
import { broken, type Finding, messageOf, note, ok } from './finding.ts'

type Checked = Pick<
  Config,
  'media' | 'mediaDir' | 'mediaS3Url' | 'mediaWidths' | 'mediaRenders' | 'workers' | 'databaseUrl'
>

type Options = Pick<RenderProcessOptions, 'nodeArgs'> & {
  /** The limit of the container or the unit; 0 without one. */
  readonly memoryBytes?: number | undefined
}

const MB = 1_000_000
/** Of one process that serves requests, and of one that renders images while it is busy. */
const [SERVES_MB, RENDERS_MB] = [512, 300]

/** None if the service serves no images. */
export const checkImages = async (
  config: Checked,
  { memoryBytes = process.constrainedMemory(), ...options }: Options = {},
): Promise<readonly Finding[]> => {
  if (config.media === 'off') return []
  const { mediaS3Url: bucket } = config
  return [
    await checkRendering(config.mediaWidths, options),
    bucket ? await checkBucket(bucket) : await checkFolder(config),
    ...checkMemory(config, memoryBytes),
  ]
}

/** Nothing if the limit suffices, or there is none. */
const checkMemory = (config: Pick<Checked, 'mediaRenders' | 'workers'>, memoryBytes: number): readonly Finding[] => {
  const renders = rendersOf(config)
  const neededMb = config.workers * SERVES_MB + renders * RENDERS_MB
  if (memoryBytes === 0 || memoryBytes >= neededMb * MB) return []
  return [
    note(
      'memory',
      `is limited to ${Math.round(memoryBytes / MB)} MB: the processes that render images may be killed`,
      `Raise the limit to ${neededMb} MB, or set MEDIA_RENDERS to less than ${renders}. See docs/operate/deploy.md.`,
    ),
  ]
}

const checkRendering = async (widths: readonly number[], options: RenderProcessOptions): Promise<Finding> => {
  const renderer = createRenderProcess(options)
  try {
    const started = await renderer.start()
    if ('versions' in started)
      return ok('image sizes', `${started.versions} renders images in widths of ${widths.join(', ')}`)
    return note(
      'image sizes',
      `Images are served only in their original size: sharp cannot be loaded. ${firstLine(started.missing)}`,
      'Install the optional packages: npm ci, without --omit=optional. See docs/guides/media.md.',
    )
  } finally {
    await renderer.close()
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

/** Writes, reads and deletes a file. */
const checkFolder = async (config: Pick<Config, 'mediaDir' | 'databaseUrl'>): Promise<Finding> => {
  const folder = mediaFolder(config)
  if (folder === undefined)
    return note(
      'MEDIA_DIR',
      'is not set: each image is fetched and rendered again for every request',
      'Set it to a folder.',
    )
  try {
    await createDiskHome(folder, Date.now).check()
    return ok('image copies', folder)
  } catch (error) {
    return broken(
      'MEDIA_DIR',
      `No copies of images can be kept: ${messageOf(error)}`,
      'Set it to a folder that the user of the service may write to, on a disk with room for MEDIA_MAX_MB.',
    )
  }
}

/** Writes, reads, lists and deletes an object. */
const checkBucket = async (bucket: Bucket): Promise<Finding> => {
  const { openS3Home } = await import('../../media/home/open-s3-home.ts')
  const { home, close } = openS3Home(bucket, Date.now)
  try {
    await home.check()
    return ok('image copies', bucket.endpoint)
  } catch (error) {
    return broken(
      'MEDIA_S3_URL',
      `${bucket.endpoint} does not work: ${messageOf(error)}`,
      'Check the URL, and whether the key may read, write, list and delete objects of this bucket.',
    )
  } finally {
    await close()
  }
}
