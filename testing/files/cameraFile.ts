import { writeFile } from 'node:fs/promises'
import { encode } from 'uqr'

const WIDTH = 640
const HEIGHT = 480
/** Pixels of one module of the code. */
const MODULE = 8
const FRAMES = 10

/** Writes a video in which a camera sees a QR code with this text, on white (YUV4MPEG2). */
export async function writeCameraFile(path: string, text: string): Promise<void> {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const luma = Buffer.alloc(WIDTH * HEIGHT, 255)
  const left = Math.floor((WIDTH - size * MODULE) / 2)
  const top = Math.floor((HEIGHT - size * MODULE) / 2)
  for (let y = 0; y < size * MODULE; y++)
    for (let x = 0; x < size * MODULE; x++)
      if (data[Math.floor(y / MODULE)]?.[Math.floor(x / MODULE)])
        luma[(top + y) * WIDTH + left + x] = 0
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  await writeFile(path, Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame)]))
}
