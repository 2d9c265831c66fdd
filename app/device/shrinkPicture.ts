import { MAX_PICTURE_BYTES } from '#contract/fields/documentPicture.ts'

/**
 * Makes a small JPEG of a picture, on the device and without its metadata such as the place.
 * @returns at most `MAX_PICTURE_BYTES` as base64
 * @throws when the browser cannot decode the file
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  for (const side of [1600, 1280, 1024, 800]) {
    const scale = Math.min(1, side / Math.max(image.width, image.height))
    canvas.width = image.width * scale
    canvas.height = image.height * scale
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const [, base64 = ''] = canvas.toDataURL('image/jpeg', 0.75).split(',')
    if (base64 !== '' && base64.length * 0.75 <= MAX_PICTURE_BYTES) return base64
  }
  throw new Error('The picture cannot be made small enough.')
}
