/**
 * The 19 departments by their ISO 3166-2:UY code (docs/uruguay.md, "Departments"). The list of
 * docs/specification.md, "Reference lists", has 18, in this order, without Montevideo.
 */
export const DEPARTMENTS = [
  { code: 'AR', text: 'Artigas' },
  { code: 'CA', text: 'Canelones' },
  { code: 'CL', text: 'Cerro Largo' },
  { code: 'CO', text: 'Colonia' },
  { code: 'DU', text: 'Durazno' },
  { code: 'FS', text: 'Flores' },
  { code: 'FD', text: 'Florida' },
  { code: 'LA', text: 'Lavalleja' },
  { code: 'MA', text: 'Maldonado' },
  { code: 'MO', text: 'Montevideo' },
  { code: 'PA', text: 'Paysandú' },
  { code: 'RN', text: 'Río Negro' },
  { code: 'RV', text: 'Rivera' },
  { code: 'RO', text: 'Rocha' },
  { code: 'SA', text: 'Salto' },
  { code: 'SJ', text: 'San José' },
  { code: 'SO', text: 'Soriano' },
  { code: 'TA', text: 'Tacuarembó' },
  { code: 'TT', text: 'Treinta y Tres' },
] as const
export type DepartmentCode = (typeof DEPARTMENTS)[number]['code']
