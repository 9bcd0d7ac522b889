/** The 39 data sources (spec, "Provider slug enumerations"): all invented, `manual` among them. */
import { type Profile, RESOURCES, type ResourceScopes, resourcesOf } from './resources.ts'

export type ProviderKind = 'cloud_oauth' | 'password' | 'on_device' | 'manual'

export interface Provider {
  slug: string
  name: string
  logo: string
  kind: ProviderKind
  /** What it can send, and the scopes each resource needs; a source without OAuth has no scopes. */
  resources: Readonly<Record<string, ResourceScopes>>
}

type Row = readonly [slug: string, name: string, profile: Profile]

/** Bulk import takes these sixteen only. */
const CLOUD_OAUTH: readonly Row[] = [
  ['ostrel_glucose', 'Ostrel Glucose', 'glucose'],
  ['korrin_ring', 'Korrin Ring', 'ring'],
  ['pulsewren', 'Pulsewren', 'watch'],
  ['dormel_band', 'Dormel Band', 'band'],
  ['hollin_watch', 'Hollin Watch', 'watch'],
  ['norvane_watch', 'Norvane Watch', 'watch'],
  ['sundrel_move', 'Sundrel Move', 'band'],
  ['vantrel_cycle', 'Vantrel Cycle', 'training'],
  ['brisby_run', 'Brisby Run', 'training'],
  ['ferrow_ride', 'Ferrow Ride', 'training'],
  ['orrelwood_heart', 'Orrelwood Heart', 'heart'],
  ['caddis_glucose', 'Caddis Glucose', 'glucose'],
  ['tessaly_sleep', 'Tessaly Sleep', 'sleep'],
  ['quillon_scale', 'Quillon Scale', 'scale'],
  ['plumeria_meals', 'Plumeria Meals', 'food'],
  ['marrowfit', 'Marrowfit', 'band'],
]

const PASSWORD: readonly Row[] = [
  ['garrick_trainer', 'Garrick Trainer', 'training'],
  ['dunmore_gym', 'Dunmore Gym', 'training'],
  ['eskar_bike', 'Eskar Bike', 'training'],
  ['thornby_row', 'Thornby Row', 'training'],
  ['saltern_swim', 'Saltern Swim', 'training'],
  ['tivra_studio', 'Tivra Studio', 'training'],
  ['kettlo_kitchen', 'Kettlo Kitchen', 'food'],
  ['wexcombe_sleep', 'Wexcombe Sleep', 'sleep'],
  ['mossgate_scale', 'Mossgate Scale', 'scale'],
  ['brightspool_cycle', 'Brightspool Cycle', 'cycle'],
  ['pellworth_glucose', 'Pellworth Glucose', 'glucose'],
  ['lindale_pressure', 'Lindale Pressure', 'heart'],
]

const ON_DEVICE: readonly Row[] = [
  ['phone_health_store', 'Phone Health Store', 'everything'],
  ['wrist_health_hub', 'Wrist Health Hub', 'everything'],
  ['halden_cuff', 'Halden Cuff', 'heart'],
  ['ibexa_oximeter', 'Ibexa Oximeter', 'vitals'],
  ['rowanby_thermometer', 'Rowanby Thermometer', 'vitals'],
  ['cresta_meter', 'Cresta Meter', 'glucose'],
  ['stillmere_meter', 'Stillmere Meter', 'glucose'],
  ['dovetree_scale', 'Dovetree Scale', 'scale'],
  ['pinnock_pen', 'Pinnock Pen', 'glucose'],
  ['larkfold_ecg', 'Larkfold ECG', 'heart'],
]

const MANUAL: readonly Row[] = [['manual', 'Manual entry', 'manual']]

/** A host that never answers: the console must do without the picture. */
function provider(kind: ProviderKind, [slug, name, profile]: Row): Provider {
  return {
    slug,
    name,
    logo: `https://logos.sources.example/${slug}.svg`,
    kind,
    resources: resourcesOf(profile, kind === 'cloud_oauth' ? RESOURCES : null),
  }
}

export const PROVIDERS: readonly Provider[] = [
  ...CLOUD_OAUTH.map((row) => provider('cloud_oauth', row)),
  ...PASSWORD.map((row) => provider('password', row)),
  ...ON_DEVICE.map((row) => provider('on_device', row)),
  ...MANUAL.map((row) => provider('manual', row)),
]

export const CLOUD_OAUTH_PROVIDERS: readonly Provider[] = PROVIDERS.filter(({ kind }) => kind === 'cloud_oauth')
