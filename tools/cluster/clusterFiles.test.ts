import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  clusterFile,
  localValues,
  loopbackAddresses,
  MACHINES,
} from '#tools/cluster/clusterFiles.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'deploy', 'cluster')
const valuesOf = (name: (typeof MACHINES)[number]) =>
  localValues({
    name,
    addresses: loopbackAddresses(3970),
    folder: '/data/cluster/b',
    httpBind: '127.0.0.1:3970',
    secret: 'x'.repeat(32),
  })

describe('the files of deploy/cluster', () => {
  test('name the values of machine.env and no others, also for envsubst', () => {
    const example = Object.keys(parseEnv(readFileSync(join(FOLDER, 'machine.env'), 'utf8')))
    expect(Object.keys(valuesOf('a')).toSorted()).toEqual(example.toSorted())
    const named = readdirSync(FOLDER).flatMap((file) =>
      Array.from(
        readFileSync(join(FOLDER, file), 'utf8').matchAll(/\$\{?([A-Z]\w*)/g),
        ([, key]) => key,
      ),
    )
    expect([...new Set(named)].sort()).toEqual(example.toSorted())
  })

  test('make three members of one cluster at three addresses', () => {
    const members = MACHINES.map((name) => {
      const etcd = parseEnv(clusterFile('etcd.env', valuesOf(name)))
      const patroni = parse(clusterFile('patroni.yml', valuesOf(name)))
      expect(etcd.ETCD_INITIAL_CLUSTER).toContain(`${name}=${etcd.ETCD_LISTEN_PEER_URLS}`)
      expect(`http://${patroni.etcd.hosts[MACHINES.indexOf(name)]}`).toBe(
        etcd.ETCD_LISTEN_CLIENT_URLS,
      )
      return patroni.postgresql.connect_address
    })
    expect(members).toEqual(['127.15.130.1:5432', '127.15.130.2:5432', '127.15.130.3:5432'])
  })

  test('do not use the API of etcd over which Patroni 3.0.2 takes back a lost place', () => {
    expect(parse(clusterFile('patroni.yml', valuesOf('a')))).not.toHaveProperty('etcd3')
    expect(parseEnv(clusterFile('etcd.env', valuesOf('a'))).ETCD_ENABLE_V2).toBe('true')
  })

  test('keep the rule of Patroni for its times, and acknowledge nothing without a replica', () => {
    const { dcs } = parse(clusterFile('patroni.yml', valuesOf('b'))).bootstrap
    expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout)
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
    expect(dcs.postgresql.parameters.synchronous_commit).toBe('on')
  })
})
