# Two stages: the first builds, the second holds what runs and nothing else. docs/operations.md, "Container".
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm run package && mkdir data

FROM gcr.io/distroless/nodejs24-debian12:nonroot
WORKDIR /app
COPY --from=build /src/dist ./
COPY --from=build --chown=nonroot:nonroot /src/data /data
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 \
    HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER nonroot
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["--max-semi-space-size=8", ".next/programs/main.mjs"]
