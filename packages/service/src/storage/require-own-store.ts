// Looks into the file of a store that does not fit what is beside it, before that is complained of.

/** Rejects where the file is another program's. */
export const requireOwnStore = async (file: string): Promise<void> => {
  const { lookIntoFile } = await import('./sqlite/look-into-file.ts')
  lookIntoFile(file)
}
