/**
 * Replaces each occurrence of a text of a generated file.
 * @throws when the file does not contain it: Capacitor's template changed
 */
export function replaceEach(content: string, wanted: string, replacement: string): string {
  if (!content.includes(wanted)) throw new Error(`the template does not contain: ${wanted}`)
  return content.replaceAll(wanted, () => replacement)
}

/** Inserts a text before each occurrence of another. @throws like `replaceEach` */
export const insertBefore = (content: string, wanted: string, added: string): string =>
  replaceEach(content, wanted, added + wanted)
