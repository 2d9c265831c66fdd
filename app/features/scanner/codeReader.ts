import { trustedScript } from '#app/device/trustedScript.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker.
import workerAddress from '#app/features/scanner/scanWorker.ts?worker&url'

/** Reads the QR codes of a picture. */
export interface CodeReader {
  read: (video: HTMLVideoElement) => Promise<string[]>
  close: () => void
}

/** The part of the browser's own detector that is used; Chromium on Android and macOS has it. */
interface NativeDetector {
  detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats: () => Promise<string[]>
}

/** The browser's own reader, or zxing in a worker. */
export async function createCodeReader(): Promise<CodeReader> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? []
  return Native && formats.includes('qr_code')
    ? nativeReader(new Native({ formats: ['qr_code'] }))
    : workerReader()
}

const nativeReader = (detector: NativeDetector): CodeReader => ({
  read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
  close: () => undefined,
})

/** Made once: a policy cannot be created again. */
let trustedAddress: URL | string | undefined

function workerReader(): CodeReader {
  trustedAddress ??= trustedScript('surtidor-scanner', workerAddress)
  const worker = new Worker(trustedAddress, { type: 'module' })
  return {
    read: async (video) => {
      const picture = await createImageBitmap(video)
      const answered = new AbortController()
      const once = { signal: answered.signal }
      return new Promise<string[]>((resolve, reject) => {
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<string[] | null>) =>
            data ? resolve(data) : reject(new Error('the picture was not read')),
          once,
        )
        worker.addEventListener('error', () => reject(new Error('the reader did not load')), once)
        worker.postMessage(picture, [picture])
      }).finally(() => answered.abort())
    },
    close: () => worker.terminate(),
  }
}
