import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, cp, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { nativeSettings } from '#tools/phone/nativeSettings.ts'
import type { PhoneSettings } from '#tools/phone/phoneSettings.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Folder of the web app in the project, as `webDir` of `capacitor.config.json` names it. */
export const WEB_FOLDER = 'www'
/** The parts of Capacitor that are no plugin. */
const PLATFORM = new Set(['@capacitor/core', '@capacitor/android', '@capacitor/ios'])
/** What Gradle and Xcode leave behind in the projects. */
const BUILT = new Set(['.gradle', 'build', 'DerivedData', 'xcuserdata', 'local.properties'])

interface Package {
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  dev?: boolean
}
interface Lock {
  lockfileVersion: number
  packages: Record<string, Package>
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))

/**
 * Writes the phone's project around the web app in `folder/www`: both native projects, the packages
 * that they link with a manifest and a lock of their own, and the settings of the build. Nothing in
 * it refers to a path outside of it, so that another machine builds it with `npm ci`, Gradle and
 * Xcode.
 * @throws with the message of Capacitor's tool
 */
export async function writePhoneProject(folder: string, settings: PhoneSettings): Promise<void> {
  for (const native of ['android', 'ios']) {
    await rm(join(folder, native), { recursive: true, force: true })
    await cp(join(ROOT, native), join(folder, native), {
      recursive: true,
      filter: (path) => !BUILT.has(basename(path)),
    })
  }
  await copyFile(join(ROOT, 'capacitor.config.json'), join(folder, 'capacitor.config.json'))
  await writePackages(folder, settings.version)
  for (const [file, text] of Object.entries(nativeSettings(settings)))
    await writeFile(join(folder, file), text)
  if (settings.googleServices)
    await copyFile(settings.googleServices, join(folder, 'android/app/google-services.json'))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/@capacitor/cli/bin/capacitor'), 'sync'],
    // CI: no question, no telemetry.
    { cwd: folder, encoding: 'utf8', env: { ...process.env, CI: '1' } },
  )
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`.trim())
}

/** Writes `package.json`, the part of our lock file that belongs to it, and the packages. */
async function writePackages(folder: string, version: string): Promise<void> {
  const { lockfileVersion, packages } = readJson('package-lock.json') as Lock
  const { dependencies, devDependencies } = packages[''] ?? {}
  const direct = Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => PLATFORM.has(name) || isPlugin(name))
    .toSorted()
  const paths = new Set<string>()
  const add = (name: string) => {
    const path = `node_modules/${name}`
    if (paths.has(path)) return
    paths.add(path)
    Object.keys(packages[path]?.dependencies ?? {}).forEach(add)
  }
  direct.forEach(add)
  const locked = Object.entries(packages).filter(([path]) => paths.has(path))
  const manifest = {
    name: 'surtidor-phone',
    version,
    private: true,
    dependencies: Object.fromEntries(
      direct.map((name) => [name, packages[`node_modules/${name}`]?.version]),
    ),
  }
  const lock = {
    name: manifest.name,
    version,
    lockfileVersion,
    requires: true,
    packages: {
      '': manifest,
      ...Object.fromEntries(locked.map(([path, entry]) => [path, { ...entry, dev: undefined }])),
    },
  }
  for (const [file, value] of Object.entries({
    'package.json': manifest,
    'package-lock.json': lock,
  }))
    await writeFile(join(folder, file), `${JSON.stringify(value, null, 2)}\n`)
  await rm(join(folder, 'node_modules'), { recursive: true, force: true })
  for (const path of paths) await cp(join(ROOT, path), join(folder, path), { recursive: true })
}

/** Whether a package is a Capacitor plugin, by its own manifest. */
const isPlugin = (name: string) =>
  'capacitor' in (readJson(join('node_modules', name, 'package.json')) as object)
