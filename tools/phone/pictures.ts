import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { BRAND } from '#tools/phone/capacitorConfig.ts'

const ICON = join(import.meta.dirname, '../../app/public/icon.svg')
/** Android's densities and their pixels per unit. */
const DENSITIES = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 } as const
/** Sides in units: of an icon, and of a layer of an adaptive icon, whose edge is cut off. */
const ICON_SIDE = 48
const LAYER_SIDE = 108
/** Pixels of a side of iOS's icon and splash pictures. */
const IOS_ICON = 1024
const IOS_SPLASH = 2732

/** The parts of app/public/icon.svg. */
interface Drawings {
  /** With its background. */
  icon: string
  /** Only the figure, smaller, as a phone cuts off the edge of a layer. */
  foreground: string
  /** The figure in one colour; the phone gives it another. */
  monochrome: string
}

async function drawings(): Promise<Drawings> {
  const icon = await readFile(ICON, 'utf8')
  const figure = icon
    .replace(/<rect[^>]*\/>/, '')
    .replace('viewBox="0 0 48 48"', 'viewBox="-8 -8 64 64"')
  if (figure.includes('<rect') || !figure.includes('-8 -8'))
    throw new Error('app/public/icon.svg has another structure')
  const monochrome = figure.replaceAll(/(stroke|fill)="#\w+"/g, '$1="#ffffff"')
  return { icon, foreground: figure, monochrome }
}

const draw = (svg: string, side: number) =>
  sharp(Buffer.from(svg), { density: Math.min(2400, (72 * side) / 24) }).resize(side, side)

/** The figure in the middle of a plain picture: a splash screen. */
async function splash(svg: string, side: number): Promise<Buffer> {
  const figure = await draw(svg, Math.round(side / 3))
    .png()
    .toBuffer()
  return sharp({ create: { width: side, height: side, channels: 3, background: BRAND } })
    .composite([{ input: figure }])
    .png({ palette: true })
    .toBuffer()
}

/** Draws every picture of the Android project from app/public/icon.svg. */
export async function drawAndroidPictures(project: string): Promise<void> {
  const resources = join(project, 'app/src/main/res')
  const { icon, foreground, monochrome } = await drawings()
  for (const [density, scale] of Object.entries(DENSITIES)) {
    const folder = join(resources, `mipmap-${density}`)
    const side = ICON_SIDE * scale
    await mkdir(folder, { recursive: true })
    await draw(icon, side).png().toFile(join(folder, 'ic_launcher.png'))
    const circle = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><circle cx="50%" cy="50%" r="50%"/></svg>`
    await sharp(await draw(icon, side).png().toBuffer())
      .composite([{ input: Buffer.from(circle), blend: 'dest-in' }])
      .png()
      .toFile(join(folder, 'ic_launcher_round.png'))
    const layer = LAYER_SIDE * scale
    await draw(foreground, layer).png().toFile(join(folder, 'ic_launcher_foreground.png'))
    await draw(monochrome, layer).png().toFile(join(folder, 'ic_launcher_monochrome.png'))
  }
  const adaptive = `<?xml version="1.0" encoding="utf-8"?>
<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
    <background android:drawable="@color/ic_launcher_background" />
    <foreground android:drawable="@mipmap/ic_launcher_foreground" />
    <monochrome android:drawable="@mipmap/ic_launcher_monochrome" />
</adaptive-icon>
`
  for (const name of ['ic_launcher', 'ic_launcher_round'])
    await writeFile(join(resources, 'mipmap-anydpi-v26', `${name}.xml`), adaptive)
  await writeFile(join(resources, 'drawable/splash.png'), await splash(foreground, 960))
}

/** Draws every picture of the iOS project from app/public/icon.svg. */
export async function drawIosPictures(project: string): Promise<void> {
  const assets = join(project, 'App/App/Assets.xcassets')
  const { icon, foreground } = await drawings()
  // The store refuses an icon with an alpha channel.
  await draw(icon, IOS_ICON)
    .flatten({ background: BRAND })
    .png()
    .toFile(join(assets, 'AppIcon.appiconset/AppIcon-512@2x.png'))
  const picture = await splash(foreground, IOS_SPLASH)
  const folder = join(assets, 'Splash.imageset')
  await rm(folder, { recursive: true })
  await mkdir(folder)
  await writeFile(join(folder, 'splash.png'), picture)
  const contents = {
    images: [{ idiom: 'universal', filename: 'splash.png' }],
    info: { version: 1, author: 'xcode' },
  }
  await writeFile(join(folder, 'Contents.json'), JSON.stringify(contents, null, 2))
}
