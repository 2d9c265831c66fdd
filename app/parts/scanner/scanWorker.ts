import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/*
 * Reads QR codes with zxing in WebAssembly. It runs in a worker, whose own policy allows
 * WebAssembly: the page's does not (server/http/securityHeaders.ts).
 */

prepareZXingModule({ overrides: { locateFile: () => wasm } })
const detector = new BarcodeDetector({ formats: ['qr_code'] })

/** Answers each picture with the texts of its codes; null when it could not be read. */
addEventListener('message', ({ data }: MessageEvent<ImageBitmap>) => {
  void detector
    .detect(data)
    .then(
      (codes) => codes.map(({ rawValue }) => rawValue),
      (error: unknown) => {
        console.warn(error)
        return null
      },
    )
    .then((texts) => {
      data.close()
      postMessage(texts)
    })
})
