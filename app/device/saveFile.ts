export interface MadeFile {
  /** With its extension: `estado-de-cuenta.pdf`. */
  name: string
  content: Blob
}

/** Milliseconds until the address of a saved file is released: iOS reads it after the click. */
const RELEASE_MS = 60_000

/**
 * Stores a file in the downloads of the browser. A phone's app, and the app on the home screen of an
 * iPhone, which has no downloads, offer it to the other apps.
 */
export async function saveFile(file: MadeFile): Promise<void> {
  if (fileActions().download) download(file)
  else await shareFile(file)
}

/** Offers a file to the other apps, and downloads it where none can be offered it. */
export async function shareFile(file: MadeFile): Promise<void> {
  if (globalThis.nativeImplementations) return globalThis.nativeImplementations.shareFile(file)
  if (!(await isShared(file))) download(file)
}

/** Whether this device offers PDF files to other apps, and whether it has downloads. */
export function fileActions(): { share: boolean; download: boolean } {
  if (globalThis.nativeImplementations) return { share: true, download: false }
  const sample = new File([], 'a.pdf', { type: 'application/pdf' })
  const share = navigator.canShare?.({ files: [sample] }) ?? false
  return { share, download: !(share && isOnIosHomeScreen()) }
}

function download({ name, content }: MadeFile): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS)
}

/** Only Safari has `navigator.standalone`. */
const isOnIosHomeScreen = () => (navigator as { standalone?: boolean }).standalone === true

/**
 * Opens the share sheet, with "Save to Files" in it.
 * @returns false where it does not open, as too long after the tap
 */
async function isShared({ name, content }: MadeFile): Promise<boolean> {
  const data = { files: [new File([content], name, { type: content.type })] }
  if (!navigator.canShare?.(data)) return false
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    // The person closed the sheet.
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
