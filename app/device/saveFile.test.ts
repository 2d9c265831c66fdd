// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fileActions, saveFile, shareFile } from '#app/device/saveFile.ts'

const FILE = {
  name: 'estado-de-cuenta.pdf',
  content: new Blob(['%PDF-'], { type: 'application/pdf' }),
}

let downloads: string[]
beforeEach(() => {
  downloads = []
  URL.createObjectURL = () => 'blob:1'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloads.push(this.download)
  })
})
const share = vi.fn<(data: ShareData) => Promise<void>>()
const inNavigator = (properties: object) => {
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(navigator, name, { value, configurable: true })
}
afterEach(() => {
  for (const name of ['standalone', 'canShare', 'share']) Reflect.deleteProperty(navigator, name)
  vi.restoreAllMocks()
  share.mockReset()
})

describe('saveFile in the app on the home screen of an iPhone, which has no downloads', () => {
  beforeEach(() => inNavigator({ standalone: true, canShare: () => true, share }))

  test('opens the share sheet with the file', async () => {
    share.mockResolvedValue()
    await saveFile(FILE)
    const [file] = share.mock.calls[0]?.[0].files ?? []
    expect([file?.name, file?.type, file?.size]).toEqual([FILE.name, 'application/pdf', 5])
    expect(downloads).toEqual([])
  })

  test('does nothing more when the person closes the sheet', async () => {
    share.mockRejectedValue(new DOMException('closed', 'AbortError'))
    await saveFile(FILE)
    expect(downloads).toEqual([])
  })

  test.each(['NotAllowedError', 'DataError'])('downloads after %s', async (name) => {
    share.mockRejectedValue(new DOMException('too late', name))
    await saveFile(FILE)
    expect(downloads).toEqual([FILE.name])
  })

  test('downloads where files cannot be shared', async () => {
    inNavigator({ canShare: () => false })
    await saveFile(FILE)
    expect([share.mock.calls.length, downloads]).toEqual([0, [FILE.name]])
  })
})

describe('saveFile in a browser', () => {
  test('downloads, also where it could share', async () => {
    inNavigator({ canShare: () => true, share })
    await saveFile(FILE)
    expect([share.mock.calls.length, downloads]).toEqual([0, [FILE.name]])
  })
})

describe('shareFile', () => {
  test('opens the share sheet of a browser, and downloads without one', async () => {
    inNavigator({ canShare: () => true, share })
    share.mockResolvedValue()
    await shareFile(FILE)
    expect([share.mock.calls.length, downloads]).toEqual([1, []])
    inNavigator({ canShare: () => false })
    await shareFile(FILE)
    expect([share.mock.calls.length, downloads]).toEqual([1, [FILE.name]])
  })
})

describe('fileActions', () => {
  test('offers what the device can', () => {
    expect(fileActions()).toEqual({ share: false, download: true })
    inNavigator({ canShare: () => true })
    expect(fileActions()).toEqual({ share: true, download: true })
    inNavigator({ standalone: true })
    expect(fileActions()).toEqual({ share: true, download: false })
  })
})
