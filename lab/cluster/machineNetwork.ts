import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { installedProgram } from '#testing/programs/installedProgram.ts'
import { loopbackAddresses, MACHINES, type Machine } from '#tools/cluster/clusterFiles.ts'

const execute = promisify(execFile)

export type Way = 'out' | 'in' | 'both'

/** The addresses of the three machines and of the host, which runs the clients and the gateway. */
type MachineNetwork = Awaited<ReturnType<typeof separateNetwork>>

/** The machines as addresses of loopback, which cannot be cut from each other. */
export function loopbackNetwork(port: number): MachineNetwork {
  return {
    addresses: loopbackAddresses(port),
    host: '127.0.0.1',
    within: () => [],
    proxies: ['127.0.0.1'],
    cut: () => Promise.reject(new Error('las direcciones de loopback no se pueden separar')),
    mend: async () => {},
    close: async () => {},
  }
}

/**
 * A network namespace for each machine, joined by a bridge, with addresses of the range for tests between
 * networks (RFC 2544). Needs root.
 * @param number from 0 to 255, so that two runs do not meet
 * @throws when the system does not allow it
 */
export async function separateNetwork(number: number) {
  const program = (name: string, path: string) =>
    installedProgram({ name, usualPaths: [path], packages: [name] })
  const [ip, nft] = [program('iproute2', '/usr/sbin/ip'), program('nftables', '/usr/sbin/nft')]
  const bridge = `surtidor${number}`
  const nameOf = (name: Machine) => `${bridge}${name}`
  const at = (last: number) => `198.18.${number}.${last}`
  const addresses: Record<Machine, string> = { a: at(1), b: at(2), c: at(3) }
  const host = at(254)
  const run = (...words: string[]) => execute(ip, words)
  const close = async () => {
    // An earlier run may have ended without removing them.
    for (const name of MACHINES) await run('netns', 'del', nameOf(name)).catch(() => {})
    await run('link', 'del', bridge).catch(() => {})
  }
  await close()
  try {
    await run('link', 'add', bridge, 'type', 'bridge')
    await run('addr', 'add', `${host}/24`, 'dev', bridge)
    await run('link', 'set', bridge, 'up')
    for (const name of MACHINES) {
      const space = nameOf(name)
      await run('netns', 'add', space)
      await run('link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
      await run('link', 'set', space, 'master', bridge, 'up')
      await run('-n', space, 'addr', 'add', `${addresses[name]}/24`, 'dev', 'eth0')
      for (const device of ['lo', 'eth0']) await run('-n', space, 'link', 'set', device, 'up')
    }
  } catch (error) {
    await close()
    throw new Error('no pude crear redes separadas, que necesitan root', { cause: error })
  }
  /** Words in front of the commands of a machine. */
  const within = (name: Machine): readonly string[] => [ip, 'netns', 'exec', nameOf(name)]
  const filter = (name: Machine, rules: string) =>
    execute(ip, [...within(name).slice(1), nft, rules])
  return {
    addresses,
    host,
    within,
    /** From which the servers' connections through HAProxy come. */
    proxies: Object.values(addresses),
    /**
     * Drops packets between a machine and others, silently as a broken cable does.
     * @param way what the machine sends (`out`), what it receives (`in`), or both
     * @param ports of either side, by default all
     */
    async cut(
      name: Machine,
      others: readonly string[],
      way: Way,
      ports: readonly number[] = [],
    ): Promise<void> {
      const set = `{ ${others.join(', ')} }`
      const sides = ports.length === 0 ? [''] : ['sport', 'dport']
      const chain = (hook: string, field: string) => [
        `add chain ip cut ${hook} { type filter hook ${hook} priority 0; }`,
        ...sides.map((side) => {
          const match = side && `tcp ${side} { ${ports.join(', ')} }`
          return `add rule ip cut ${hook} ip ${field} ${set} ${match} drop`
        }),
      ]
      const chains = [
        ...(way === 'in' ? [] : chain('output', 'daddr')),
        ...(way === 'out' ? [] : chain('input', 'saddr')),
      ]
      await filter(name, ['add table ip cut', ...chains].join('; '))
    },
    /** Ends all cuts. */
    mend: async (): Promise<void> => {
      for (const name of MACHINES) await filter(name, 'flush ruleset')
    },
    close,
  }
}
