/** Resources of data sources, and the OAuth scopes that each asks the patient for. */

export interface ResourceScopes {
  required: readonly string[]
  optional: readonly string[]
}

function scopes(required: string, ...optional: string[]): ResourceScopes {
  return { required: [required], optional }
}

const NO_SCOPES: ResourceScopes = { required: [], optional: [] }

export const RESOURCES = {
  profile: scopes('read:profile', 'read:device'),
  activity: scopes('read:activity', 'read:location'),
  steps: scopes('read:activity'),
  distance: scopes('read:activity', 'read:location'),
  calories_active: scopes('read:activity'),
  floors_climbed: scopes('read:activity'),
  workouts: scopes('read:activity', 'read:location'),
  workout_stream: scopes('read:activity', 'read:location'),
  sleep: scopes('read:sleep', 'read:vitals'),
  sleep_stream: scopes('read:sleep'),
  heart_rate: scopes('read:vitals'),
  heart_rate_variability: scopes('read:vitals'),
  respiratory_rate: scopes('read:vitals'),
  blood_oxygen: scopes('read:vitals'),
  body_temperature: scopes('read:vitals', 'read:device'),
  electrocardiogram: scopes('read:cardiac', 'read:device'),
  blood_pressure: scopes('read:pressure', 'read:device'),
  glucose: scopes('read:glucose'),
  insulin: scopes('read:therapy', 'read:device'),
  carbohydrates: scopes('read:nutrition'),
  meals: scopes('read:nutrition'),
  hydration: scopes('read:nutrition'),
  weight: scopes('read:body'),
  body_fat: scopes('read:body', 'read:device'),
  menstrual_cycle: scopes('read:cycle'),
} as const satisfies Record<string, ResourceScopes>
type Resource = keyof typeof RESOURCES

const BAND = ['profile', 'activity', 'steps', 'distance', 'calories_active', 'sleep', 'heart_rate'] as const
const TRAINING = ['profile', 'activity', 'workouts', 'workout_stream', 'heart_rate', 'calories_active'] as const
const ALL = [
  ...BAND,
  'floors_climbed',
  'workouts',
  'workout_stream',
  'sleep_stream',
  'heart_rate_variability',
  'respiratory_rate',
  'blood_oxygen',
  'body_temperature',
  'electrocardiogram',
  'blood_pressure',
  'glucose',
  'insulin',
  'carbohydrates',
  'meals',
  'hydration',
  'weight',
  'body_fat',
  'menstrual_cycle',
] as const

const PROFILES = {
  everything: ALL,
  band: BAND,
  watch: [...BAND, 'floors_climbed', 'workouts', 'workout_stream', 'heart_rate_variability', 'blood_oxygen'],
  ring: [
    ...BAND,
    'workouts',
    'sleep_stream',
    'heart_rate_variability',
    'respiratory_rate',
    'blood_oxygen',
    'body_temperature',
    'menstrual_cycle',
  ],
  training: TRAINING,
  glucose: ['profile', 'glucose', 'insulin', 'carbohydrates', 'meals', 'activity', 'weight'],
  heart: ['profile', 'heart_rate', 'blood_pressure', 'electrocardiogram'],
  vitals: ['heart_rate', 'blood_oxygen', 'respiratory_rate', 'body_temperature'],
  sleep: ['profile', 'sleep', 'sleep_stream', 'heart_rate', 'respiratory_rate'],
  scale: ['profile', 'weight', 'body_fat'],
  food: ['profile', 'meals', 'carbohydrates', 'hydration', 'weight'],
  cycle: ['profile', 'menstrual_cycle', 'body_temperature'],
  manual: ['weight', 'blood_pressure', 'glucose', 'meals', 'hydration'],
} as const satisfies Record<string, readonly Resource[]>
export type Profile = keyof typeof PROFILES

/** Resources by name in the order of the profile; without a scope table none of them asks for any. */
export function resourcesOf(profile: Profile, table: typeof RESOURCES | null): Record<string, ResourceScopes> {
  const names: readonly Resource[] = PROFILES[profile]
  return Object.fromEntries(names.map((name) => [name, table ? table[name] : NO_SCOPES]))
}
