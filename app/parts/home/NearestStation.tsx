import { LocateFixed, MapPin } from 'lucide-react'
import { useState } from 'react'
import type { Position } from '#app/device/position.ts'
import { nearest } from '#app/parts/home/nearestStation.ts'
import { QueryViewCompact } from '#app/parts/home/QueryViewCompact.tsx'
import { usePosition, type PositionState } from '#app/device/usePosition.ts'
import type { Branch } from '#contract/entities/branch.ts'
import { branches } from '#contract/info/branches.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { Button } from '#kit/display/Button.tsx'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { Card } from '#kit/display/Card.tsx'
import { distance } from '#kit/format/format.ts'
import { List } from '#kit/display/List.tsx'
import { ListItem } from '#kit/display/ListItem.tsx'
import { Select } from '#kit/form/Select.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { useCallQuery } from '#kit/api/callQueries.ts'

/** Of a department's stations so many are listed here; the map has them all. */
const GLANCE = 3

const CHOICES = DEPARTMENTS.map(({ code, text }) => ({ value: code, label: text }))

/** The station nearest to the device, which is asked for on a tap alone, or those of a department. */
export function NearestStation() {
  const { whereabouts, ask } = usePosition()
  const [department, setDepartment] = useState('')
  const stations = useCallQuery(branches, {})
  const skeleton = <Skeleton shape="card" />
  if (whereabouts.kind === 'here') {
    return (
      <QueryViewCompact query={stations} what="las estaciones" skeleton={skeleton}>
        {({ branches }) => <Nearest branches={branches} place={whereabouts.place} />}
      </QueryViewCompact>
    )
  }
  return (
    <>
      <Card mark={MARK} title="¿Qué estación te queda cerca?">
        <p className="text-pretty text-soft">{EXPLANATIONS[whereabouts.kind]}</p>
        {whereabouts.kind !== 'refused' && (
          <Button kind="quiet" onClick={ask} busy={whereabouts.kind === 'looking'}>
            {whereabouts.kind !== 'looking' && <LocateFixed aria-hidden="true" size={20} />}
            {whereabouts.kind === 'unknown' ? 'Probar de nuevo' : 'Usar mi ubicación'}
          </Button>
        )}
        <Select
          label="O elegí un departamento"
          placeholder="Departamento"
          options={CHOICES}
          value={department}
          onChange={(event) => setDepartment(event.target.value)}
        />
      </Card>
      {department && (
        <QueryViewCompact query={stations} what="las estaciones" skeleton={skeleton}>
          {({ branches }) => (
            <OfDepartment branches={branches.filter((one) => one.department === department)} />
          )}
        </QueryViewCompact>
      )}
    </>
  )
}

const MARK = (
  <IconCircle>
    <MapPin size={20} />
  </IconCircle>
)

const EXPLANATIONS: Record<Exclude<PositionState['kind'], 'here'>, string> = {
  unasked: 'Con tu ubicación te decimos cuál es la más cercana. No sale de este dispositivo.',
  looking: 'Estamos buscando dónde estás…',
  refused:
    'Tu navegador no nos deja ver tu ubicación. Si cambiás de idea, permitila en sus ajustes.',
  unknown: 'No pudimos saber dónde estás. Fijate si tenés la ubicación encendida.',
}

function Nearest({ branches, place }: { branches: readonly Branch[]; place: Position }) {
  const found = nearest(branches, place)
  if (!found) return <NoStation />
  const { branch, metres } = found
  return (
    <Card mark={MARK} title={branch.name} detail={branch.address}>
      <p>
        La más cercana, a <strong className="text-lg">{distance(metres)}</strong> en línea recta.
      </p>
      <p className="text-sm text-soft">{branch.openingHours}</p>
      <ButtonLink to="/map" kind="quiet">
        Ver en el mapa
      </ButtonLink>
    </Card>
  )
}

function OfDepartment({ branches }: { branches: readonly Branch[] }) {
  if (branches.length === 0) return <NoStation />
  return (
    <>
      <List label="Estaciones del departamento">
        {branches.slice(0, GLANCE).map((branch) => (
          <ListItem
            key={branch.code}
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
      {branches.length > GLANCE && (
        <ButtonLink to="/map" kind="quiet">
          Ver las {branches.length} en el mapa
        </ButtonLink>
      )}
    </>
  )
}

const NoStation = () => (
  <Card>
    <p>Todavía no hay estaciones de la red por acá.</p>
  </Card>
)
