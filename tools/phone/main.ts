import { cp, mkdir, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { editAndroidProject } from '#tools/phone/androidProject.ts'
import { WEB_FOLDER } from '#tools/phone/capacitorConfig.ts'
import { editIosProject } from '#tools/phone/iosProject.ts'
import { NATIVE_BUILDS } from '#tools/phone/nativeBuild.ts'
import { makeNativeProject } from '#tools/phone/nativeProject.ts'
import {
  type PhonePlatform,
  type PhoneSettings,
  PLATFORMS,
  readPhoneSettings,
} from '#tools/phone/phoneSettings.ts'
import { drawAndroidPictures, drawIosPictures } from '#tools/phone/pictures.ts'
import { buildPhoneWebApp } from '#tools/phone/webApp.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Our changes to each new project. */
const FINISH: Record<
  PhonePlatform,
  (project: string, settings: PhoneSettings) => Promise<unknown>
> = {
  android: (project, settings) =>
    Promise.all([editAndroidProject(project, settings), drawAndroidPictures(project)]),
  ios: (project, settings) =>
    Promise.all([editIosProject(project, settings), drawIosPictures(project)]),
}

/**
 * `npm run phone -- android`, `-- ios` or both: builds the web app for the phone and makes the native
 * projects anew, without a network. `--build` goes on to the file for the store, with the vendor's
 * tools. `--folder` names another folder than `phone`, `--web` a web app that is built already.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      build: { type: 'boolean', default: false },
      folder: { type: 'string', default: join(ROOT, 'phone') },
      web: { type: 'string' },
    },
  })
  const platforms = PLATFORMS.filter((platform) => positionals.includes(platform))
  if (platforms.length === 0 || platforms.length < positionals.length)
    throw new Error('decí para qué teléfono: npm run phone -- android, o -- ios.')
  const settings = readPhoneSettings(process.env)
  const folder = resolve(values.folder)
  const web = join(folder, WEB_FOLDER)
  await mkdir(folder, { recursive: true })
  if (values.web) {
    await rm(web, { recursive: true, force: true })
    await cp(resolve(values.web), web, { recursive: true })
  } else await buildPhoneWebApp(web, settings)
  let code = 0
  for (const platform of platforms) {
    const project = await makeNativeProject(folder, platform)
    await FINISH[platform](project, settings)
    say(`el proyecto de ${platform} está en ${relative(process.cwd(), project) || project}.`)
    if (values.build && !(await buildNative(platform, project, settings))) code = 1
  }
  return code
}

/** @returns false when a tool is missing: the project is made, the store's file is not */
async function buildNative(
  platform: PhonePlatform,
  project: string,
  settings: PhoneSettings,
): Promise<boolean> {
  const { missing, run } = NATIVE_BUILDS[platform]
  const lacks = missing(process.env)
  if (lacks.length === 0) {
    say(`para la tienda: ${await run(project, settings)}`)
    return true
  }
  say(`no se puede compilar para ${platform} en esta máquina. Falta:`)
  for (const one of lacks) say(`  ${one}`)
  say('Con eso, el mismo comando sigue hasta el final: docs/phone.md.')
  return false
}

const say = (line: string) => process.stdout.write(`surtidor: ${line}\n`)

process.exitCode = await main().catch((error: unknown) => {
  for (const line of (error as Error).message.split('\n'))
    process.stderr.write(`surtidor: ${line}\n`)
  return 1
})
