/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  skipTrailingSlashRedirect: true,
  // No page has a picture to scale: without this, anyone could have the server fetch and scale some.
  images: { unoptimized: true },
  // lib/platform/http does, with brotli too.
  compress: false,
  // `npm run dev` is as good at 127.0.0.1 as at localhost.
  allowedDevOrigins: ['127.0.0.1'],
  // The indicator would lie over the theme switch; errors still come up by themselves.
  devIndicators: false,
  // Not whatever folder above holds a lockfile too.
  turbopack: {
    root: import.meta.dirname,
    // React has it since 18: what stands in for it in older ones stays at home.
    resolveAlias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  // `npm test` checks the types, tests included: a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Files of `public` have no hash in their names: a day is as long as a change of the map may take to arrive.
  headers: async () => [
    { source: '/static/:path*', headers: [{ key: 'cache-control', value: 'public, max-age=86400' }] },
  ],
  // Help desks know a person by their own reference alone.
  redirects: async () => [
    {
      source: '/:environment/users/by-reference/:reference',
      destination: '/:environment/find?q=:reference',
      permanent: false,
    },
  ],
  experimental: {
    // A build runs once for each version of the sources: what it would keep for the next is 160 MB.
    turbopackFileSystemCacheForBuild: false,
    optimizePackageImports: ['lucide-react', 'react-aria-components'],
    // A page seen within the last half minute shows again at once, as long as its data counts as fresh.
    staleTimes: { dynamic: 30 },
    // A link pressed without a connection waits for it; the browser's own error page would take this one away.
    useOffline: true,
  },
}

export default config
