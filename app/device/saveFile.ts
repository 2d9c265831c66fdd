/** A file made on the device. */
export interface MadeFile {
  /** With its extension: `estado-de-cuenta.pdf`. */
  name: string
  content: Blob
}

/** Milliseconds until the address of a saved file is released: iOS reads it after the click. */
const RELEASE_MS = 60_000

/** Stores a file in the downloads of the browser; a phone offers it to its other apps. */
export async function saveFile(file: MadeFile): Promise<void> {
  if (globalThis.nativeTwins) return globalThis.nativeTwins.shareFile(file)
  const { name, content } = file
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS)
}
