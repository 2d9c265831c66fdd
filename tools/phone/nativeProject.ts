import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CAPACITOR_CONFIG } from '#tools/phone/capacitorConfig.ts'
import type { PhonePlatform } from '#tools/phone/phoneSettings.ts'

const ROOT = join(import.meta.dirname, '../..')
const PLUGIN = /^@(?:capacitor|aparajita)\//
/** Packages of the names above that are no plugins. */
const NO_PLUGIN = /^@capacitor\/(?:core|cli|android|ios)$/

/** The plugins of both native projects: those of package.json. */
export async function plugins(): Promise<string[]> {
  const { dependencies } = await readManifest()
  return Object.keys(dependencies).filter((name) => PLUGIN.test(name) && !NO_PLUGIN.test(name))
}

/**
 * Makes the native project of a platform anew from Capacitor's template, with the plugins and the
 * web app in it. It needs no network and no tool of the vendors.
 * @param folder the Capacitor project, with the web app in `www`
 * @returns the folder of the native project
 * @throws with Capacitor's own message
 */
export async function makeNativeProject(folder: string, platform: PhonePlatform): Promise<string> {
  const { name, version, dependencies, devDependencies } = await readManifest()
  await mkdir(folder, { recursive: true })
  const write = (file: string, content: object) =>
    writeFile(join(folder, file), `${JSON.stringify(content, null, 2)}\n`)
  const capacitor = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
    PLUGIN.test(name),
  )
  await write('package.json', {
    name,
    version,
    private: true,
    dependencies: Object.fromEntries(capacitor),
  })
  await write('capacitor.config.json', CAPACITOR_CONFIG)
  const packages = join(folder, 'node_modules')
  if (!existsSync(packages)) await symlink(join(ROOT, 'node_modules'), packages, 'junction')
  const project = join(folder, platform)
  await rm(project, { recursive: true, force: true })
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(packages, '@capacitor/cli/bin/capacitor'), 'add', platform],
    // CI: no question, no telemetry.
    { cwd: folder, encoding: 'utf8', env: { ...process.env, CI: '1' } },
  )
  if (status !== 0 || !existsSync(project)) throw new Error(`${stdout}\n${stderr}`.trim())
  return project
}

interface Manifest {
  name: string
  version: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const readManifest = async () =>
  JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest
