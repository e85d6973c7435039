// Checks the file of a store whose secrets do not match, before that mismatch is reported.

/** Rejects when the file belongs to another program. */
export const requireOwnStore = async (file: string): Promise<void> => {
  const { probeFile } = await import('./sqlite/probe-file.ts')
  probeFile(file)
}
