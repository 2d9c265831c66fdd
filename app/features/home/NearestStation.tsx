import { LocateFixed, MapPin } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Position } from '#app/device/position.ts'
import { type PositionState, usePosition } from '#app/device/usePosition.ts'
import { byDistance } from '#app/features/stations/distance.ts'
import type { Branch } from '#contract/entities/branch.ts'
import { branches } from '#contract/info/branches.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Select } from '#kit/form/Field.tsx'
import { distance } from '#kit/format/numbers.ts'

/** Stations of a department in this summary; the map shows all. */
const MAX_ROWS = 3

const DEPARTMENT_OPTIONS = DEPARTMENTS.map(({ code, text }) => ({ value: code, label: text }))

/**
 * The station nearest to the device, or the first ones of a department. The position is requested
 * on a tap only.
 */
export function NearestStation() {
  const { state, request } = usePosition()
  const [department, setDepartment] = useState('')
  if (state.kind === 'found') {
    return (
      <Stations>{(branches) => <Nearest branches={branches} position={state.position} />}</Stations>
    )
  }
  return (
    <>
      <Card mark={PIN} title="¿Qué estación te queda cerca?">
        <p className="text-pretty text-soft">{EXPLANATIONS[state.kind]}</p>
        {state.kind !== 'denied' && (
          <Button kind="quiet" onClick={request} busy={state.kind === 'locating'}>
            {state.kind !== 'locating' && <LocateFixed aria-hidden="true" size={20} />}
            {state.kind === 'unknown' ? 'Probar de nuevo' : 'Usar mi ubicación'}
          </Button>
        )}
        <Select
          label="O elegí un departamento"
          placeholder="Departamento"
          options={DEPARTMENT_OPTIONS}
          value={department}
          onChange={(event) => setDepartment(event.target.value)}
        />
      </Card>
      {department && (
        <Stations>
          {(branches) => (
            <OfDepartment
              department={department}
              branches={branches.filter((branch) => branch.department === department)}
            />
          )}
        </Stations>
      )}
    </>
  )
}

/** The stations of the network: home reads them only once they are wanted. */
function Stations({ children }: { children: (branches: readonly Branch[]) => ReactNode }) {
  const query = useCallQuery(branches, {})
  return (
    <QueryView query={query} block="las estaciones" skeleton={<Skeleton shape="card" />}>
      {({ branches }) => children(branches)}
    </QueryView>
  )
}

const PIN = <IconCircle icon={MapPin} />

const EXPLANATIONS: Record<Exclude<PositionState['kind'], 'found'>, string> = {
  idle: 'Con tu ubicación te decimos cuál es la más cercana. No sale de este dispositivo.',
  locating: 'Estamos buscando dónde estás…',
  denied:
    'Tu navegador no nos deja ver tu ubicación. Si cambiás de idea, permitila en sus ajustes.',
  unknown: 'No pudimos saber dónde estás. Fijate si tenés la ubicación encendida.',
}

function Nearest({ branches, position }: { branches: readonly Branch[]; position: Position }) {
  const [nearest] = byDistance(branches, position)
  if (!nearest) return NO_STATION
  const { branch, metres } = nearest
  return (
    <Card mark={PIN} title={branch.name} detail={branch.address}>
      <p>
        La más cercana, a <strong className="text-lg">{distance(metres ?? 0)}</strong> en línea
        recta.
      </p>
      <p className="text-sm text-soft">{branch.openingHours}</p>
      <ButtonLink to="/map" search={{ station: branch.code }} kind="quiet">
        Ver en el mapa
      </ButtonLink>
    </Card>
  )
}

function OfDepartment({
  department,
  branches,
}: {
  department: string
  branches: readonly Branch[]
}) {
  if (branches.length === 0) return NO_STATION
  return (
    <>
      <List label="Estaciones del departamento">
        {branches.slice(0, MAX_ROWS).map((branch) => (
          <ListItem
            key={branch.code}
            to="/map"
            search={{ department, station: branch.code }}
            title={branch.name}
            detail={
              <>
                <span className="block">{branch.address}</span>
                <span className="block">{branch.openingHours}</span>
              </>
            }
          />
        ))}
      </List>
      {branches.length > MAX_ROWS && (
        <ButtonLink to="/map" search={{ department }} kind="quiet">
          Ver las {branches.length} en el mapa
        </ButtonLink>
      )}
    </>
  )
}

const NO_STATION = (
  <Card>
    <p>Todavía no hay estaciones de la red por acá.</p>
  </Card>
)
