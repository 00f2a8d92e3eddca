# syntax=docker/dockerfile:1
# The shop as an image: `docker build -t golf-pro-shop .`, then docs/deployment.md, "Docker".
# `node scripts/rehearse-image.ts` carries these steps out in a folder, on a machine without Docker.

# Debian 13: its PostgreSQL programs are of version 17 and dump servers up to that version.
FROM node:24-trixie-slim AS base
WORKDIR /shop

# The pages, with everything that building them needs. No package's install script runs here or below: the only one
# belongs to the npm package "node", which would bring a second Node into an image that has one.
FROM base AS build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY react-router.config.ts tsconfig.json vite.config.ts ./
COPY scripts scripts
COPY public public
COPY src src
RUN node scripts/run.mjs build

# What the shop needs when it runs. npm's --omit=dev keeps development packages that a library names as optional
# companions; without the list of development packages they are not needed by anybody, and not installed.
FROM base AS modules
COPY package.json package-lock.json ./
RUN npm pkg delete devDependencies && npm ci --ignore-scripts --no-audit --no-fund

FROM base
# pg_dump and pg_restore, for backups of a shop on PostgreSQL, and the authorities by which they know a server.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/*
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY LICENSE package.json package-lock.json ./
COPY --from=modules /shop/node_modules node_modules
COPY --from=build /shop/build build
COPY scripts/*.mjs scripts/
COPY db db
COPY sample sample
COPY programs/sandbox programs/sandbox
COPY src/main.ts src/
COPY src/domain src/domain
COPY src/server src/server
COPY src/process src/process
# MALLOC_ARENA_MAX: the shop draws pictures in several threads, and glibc would keep memory for each of them.
# NODE_COMPILE_CACHE: a container that starts again needs no compiler for the sources' types in its memory.
# NPM_CONFIG_…: `npm run admin -- …` works on a read-only file system.
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  MALLOC_ARENA_MAX=2 \
  NODE_COMPILE_CACHE=/tmp/node \
  NPM_CONFIG_CACHE=/tmp/npm \
  NPM_CONFIG_UPDATE_NOTIFIER=false
# The number, not the name: Kubernetes' runAsNonRoot looks at it.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Up, not ready: a database that is away for a while is no reason to restart a shop that serves pages from memory.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not by npm: the shop itself is process 1, gets the signals, and waits for the processes that it starts.
CMD ["node", "--disable-warning=ExperimentalWarning", "src/main.ts"]
