import type { ModulePatch } from '#tools/tills/modulePatch.ts'

/** One defence of the intake removed, to show that the checker reports what it prevents. */
export interface TillMutation {
  name: string
  description: string
  /** Changes the server's modules when they are loaded: the product's code is unchanged. */
  patches: readonly ModulePatch[]
  /** The mutation is caught when the checker of the tills reports this one. */
  expects: string
}

const REVERSAL = 'db/stations/applyReversal.ts'

export const TILL_MUTATIONS: readonly TillMutation[] = [
  {
    name: 'message-as-identity',
    description: 'el número del mensaje hace de identidad de la venta',
    patches: [
      {
        file: 'server/station/reportSales.ts',
        changes: {
          'terminal: { terminalId, branchCode },':
            'terminal: { terminalId, branchCode, nonce: caller.header.auditNumber },',
        },
      },
      {
        file: 'db/stations/saleHistory.ts',
        changes: {
          'const saleOf = (terminal: ReportingTerminal, item: ReportedItem): string =>':
            "const saleOf = (terminal, item) => (item.kind === 'sale' ? `${terminal.nonce} ` : '') +",
          ': identityOf(terminal, ownReference(item)),':
            ': `${terminal.nonce} ${identityOf(terminal, ownReference(item))}`,',
        },
      },
    ],
    expects: 'T1',
  },
  {
    name: 'rule-of-another-day',
    description: 'la regla es la del día del asiento',
    patches: [
      {
        file: 'db/stations/applySale.ts',
        changes: {
          'occasionOf(sale, programme, line)': '{ ...occasionOf(sale, programme, line), at: now }',
        },
      },
    ],
    expects: 'T4',
  },
  {
    name: 'void-ignored',
    description: 'la anulación se contesta y no quita nada',
    patches: [
      { file: REVERSAL, changes: { 'if (sale) await recompute(report, sale, voided)': '' } },
    ],
    expects: 'T5',
  },
  {
    name: 'void-twice',
    description: 'la anulación repetida quita los puntos otra vez',
    patches: [
      {
        file: REVERSAL,
        changes: {
          "if (report.history.has(named.identity)) return { result: 'duplicate', first: 'accepted' }": `if (report.history.has(named.identity)) {
              const voided = report.history.get(named.saleIdentity)
              const again = { ...voided, kind: 'void', identity: 'again ' + named.contentHash.toString('hex') }
              if (voided) await recompute(report, voided, again)
              return { result: 'duplicate', first: 'accepted' }
            }`,
          'line.points - line.pointsDue - line.pointsTaken': 'line.points - line.pointsDue',
        },
      },
    ],
    expects: 'T5',
  },
  {
    name: 'return-takes-all',
    description: 'una devolución en parte quita los puntos de toda la venta',
    patches: [
      {
        file: REVERSAL,
        changes: { 'pointsOf(rule, { ...remaining(report, sale, line), currency })': '0' },
      },
    ],
    expects: 'T5',
  },
  {
    name: 'refund-keeps-points',
    description: 'una devolución deja los puntos',
    patches: [
      { file: REVERSAL, changes: { 'if (sale) await recompute(report, sale, returned)': '' } },
    ],
    expects: 'T5',
  },
  {
    name: 'no-digest',
    description: 'se comprueba la firma, y no el resumen del mensaje',
    patches: [
      { file: 'server/http/terminalSignature.ts', changes: { '  checkDigest(message)\n': '' } },
    ],
    expects: 'forged',
  },
  {
    name: 'short-shift-closes',
    description: 'un turno cierra aunque le falte una venta',
    patches: [
      {
        file: 'db/stations/shifts.ts',
        changes: {
          'one.sent !== one.found': "one.total === 'sales' && Math.abs(one.sent - one.found) > 1",
        },
      },
    ],
    expects: 'T3',
  },
]
