import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'
import type { MadeFile } from '#app/device/saveFile.ts'

/** Folder of the cache with the file that was shared last. */
const FOLDER = 'shared'

/** Offers a file to the phone's other apps; closing the list of apps is no error. */
export async function shareFile({ name, content }: MadeFile): Promise<void> {
  const data = await base64(content)
  await removeSharedFiles()
  const { uri } = await Filesystem.writeFile({
    path: `${FOLDER}/${name}`,
    data,
    directory: Directory.Cache,
    recursive: true,
  })
  await Share.share({ title: name, files: [uri], dialogTitle: 'Compartir o guardar' }).catch(
    (error: unknown) => {
      if (!/cancel/i.test((error as Error).message)) throw error
    },
  )
}

/** Removes what was shared earlier: another app may read a file for a while after it was shared. */
export const removeSharedFiles = (): Promise<void> =>
  Filesystem.rmdir({ path: FOLDER, directory: Directory.Cache, recursive: true }).catch(
    () => undefined,
  )

async function base64(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer())
  const parts: string[] = []
  // A call takes a limited number of arguments.
  for (let start = 0; start < bytes.length; start += 8_192)
    parts.push(String.fromCharCode(...bytes.subarray(start, start + 8_192)))
  return btoa(parts.join(''))
}
