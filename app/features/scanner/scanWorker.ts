import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/*
 * Reads QR codes with zxing in WebAssembly. It runs in a worker, whose own policy allows
 * WebAssembly: the page's does not (server/http/securityHeaders.ts).
 */

prepareZXingModule({ overrides: { locateFile: () => wasm } })
const detector = new BarcodeDetector({ formats: ['qr_code'] })

/** Answers each picture with the texts of its codes; null when it could not be read. */
async function answer(picture: ImageBitmap): Promise<void> {
  try {
    const codes = await detector.detect(picture)
    postMessage(codes.map(({ rawValue }) => rawValue))
  } catch (error) {
    console.warn(error)
    postMessage(null)
  } finally {
    picture.close()
  }
}

addEventListener('message', ({ data }: MessageEvent<ImageBitmap>) => void answer(data))
