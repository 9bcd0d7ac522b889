/** The sources that the console knows by name (gap "provider slugs"): those of the embedded service, all invented. */

/** Returns the name of a source by its slug: as people know it, or made from the slug. */
export type SourceName = (slug: string) => string

/** Returns a slug as a name: `ostrel_glucose` → `Ostrel Glucose`. */
export const nameFromSlug: SourceName = (slug) =>
  slug
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

export const MANUAL_SLUG = 'manual'

/** `on_device`: deregistration has no effect (spec, endpoint 15). Bulk import takes `cloud_oauth` only. */
export type ProviderKind = 'cloud_oauth' | 'password' | 'on_device' | 'manual'

export interface KnownProvider {
  slug: string
  name: string
  kind: ProviderKind
}

type Row = readonly [slug: string, name: string]

/** Bulk import takes these sixteen only. */
const CLOUD_OAUTH: readonly Row[] = [
  ['ostrel_glucose', 'Ostrel Glucose'],
  ['korrin_ring', 'Korrin Ring'],
  ['pulsewren', 'Pulsewren'],
  ['dormel_band', 'Dormel Band'],
  ['hollin_watch', 'Hollin Watch'],
  ['norvane_watch', 'Norvane Watch'],
  ['sundrel_move', 'Sundrel Move'],
  ['vantrel_cycle', 'Vantrel Cycle'],
  ['brisby_run', 'Brisby Run'],
  ['ferrow_ride', 'Ferrow Ride'],
  ['orrelwood_heart', 'Orrelwood Heart'],
  ['caddis_glucose', 'Caddis Glucose'],
  ['tessaly_sleep', 'Tessaly Sleep'],
  ['quillon_scale', 'Quillon Scale'],
  ['plumeria_meals', 'Plumeria Meals'],
  ['marrowfit', 'Marrowfit'],
]

const PASSWORD: readonly Row[] = [
  ['garrick_trainer', 'Garrick Trainer'],
  ['dunmore_gym', 'Dunmore Gym'],
  ['eskar_bike', 'Eskar Bike'],
  ['thornby_row', 'Thornby Row'],
  ['saltern_swim', 'Saltern Swim'],
  ['tivra_studio', 'Tivra Studio'],
  ['kettlo_kitchen', 'Kettlo Kitchen'],
  ['wexcombe_sleep', 'Wexcombe Sleep'],
  ['mossgate_scale', 'Mossgate Scale'],
  ['brightspool_cycle', 'Brightspool Cycle'],
  ['pellworth_glucose', 'Pellworth Glucose'],
  ['lindale_pressure', 'Lindale Pressure'],
]

const ON_DEVICE: readonly Row[] = [
  ['phone_health_store', 'Phone Health Store'],
  ['wrist_health_hub', 'Wrist Health Hub'],
  ['halden_cuff', 'Halden Cuff'],
  ['ibexa_oximeter', 'Ibexa Oximeter'],
  ['rowanby_thermometer', 'Rowanby Thermometer'],
  ['cresta_meter', 'Cresta Meter'],
  ['stillmere_meter', 'Stillmere Meter'],
  ['dovetree_scale', 'Dovetree Scale'],
  ['pinnock_pen', 'Pinnock Pen'],
  ['larkfold_ecg', 'Larkfold ECG'],
]

const MANUAL: readonly Row[] = [[MANUAL_SLUG, 'Manual entry']]

function known(kind: ProviderKind, rows: readonly Row[]): KnownProvider[] {
  return rows.map(([slug, name]) => ({ slug, name, kind }))
}

export const KNOWN_PROVIDERS: readonly KnownProvider[] = [
  ...known('cloud_oauth', CLOUD_OAUTH),
  ...known('password', PASSWORD),
  ...known('on_device', ON_DEVICE),
  ...known('manual', MANUAL),
]

const BY_SLUG: ReadonlyMap<string, KnownProvider> = new Map(KNOWN_PROVIDERS.map((each) => [each.slug, each]))

/** Null for a source of another service: its kind is in no answer (gap "provider slugs"). */
export function providerKind(slug: string): ProviderKind | null {
  return BY_SLUG.get(slug)?.kind ?? null
}

/** `Korrin Ring` of `korrin_ring`; a slug that is not known is put into words the same way. */
export function providerName(slug: string): string {
  const name = BY_SLUG.get(slug)?.name
  if (name) return name
  const words = slug.split('_').filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || slug
}
